package io.c5c3.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.c5c3.infrastructure.identity.IdentitySession.Grant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MembersTest {

    /** They leave Keystone in this order, and a second attempt is to go the same way as the first. */
    @Test
    void othersComeByNameWhateverIdsTheyHave() {
        var grants = Stream.of("tempest", "cortex", "nova", "glance", "cinder", "placement", "neutron")
                .flatMap(user -> Stream.of("service", "member").map(role -> grant(user, role)))
                .toList();
        assertThat(new Members("p", grants).others(Set.of("nova", "glance")))
                .isEqualTo(Stream.of("cinder", "cortex", "neutron", "placement", "tempest")
                        .map(MembersTest::id)
                        .toList());
        assertThat(new Members("p", List.of()).others(Set.of())).isEmpty();
    }

    private static Grant grant(String user, String role) {
        return new Grant(id(user), user, "r-" + role, role);
    }

    private static String id(String user) {
        return "user-" + user.hashCode();
    }
}
