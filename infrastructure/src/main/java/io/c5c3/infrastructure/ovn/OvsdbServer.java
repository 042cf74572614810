package io.c5c3.infrastructure.ovn;

import java.util.Optional;

/**
 * Where a server is. Address and name are given apart, since an operator need not share the name service of the pods it looks after.
 *
 * @param name as people know it, such as {@code ssl:ovn-nb.openstack.svc.cluster.local:6641}
 * @param identity with encryption: who we are, and whom we trust
 */
public record OvsdbServer(String name, String address, int port, Optional<Identity> identity) {

    /** Certificate, private key and the authority's certificate, as PEM text. */
    public record Identity(String certificate, String key, String authority) {

        /** Without the key: this text may end up in a log. */
        @Override
        public String toString() {
            return "Identity[***]";
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
