"""Tells a cloud of the network outside of it, unless it knows a network of that name already.

It is also where servers of people end up who have no network of their own and ask for one with --nic auto: that wants a network outside that is
the default, and addresses to take theirs from.

Arguments: the name of the physical network, its addresses, the gateway, and the first and the last address to give away.
"""

NAME = "public"
POOL = "private"


def main(cloud, physical, cidr, gateway, first, last):
    network = cloud.network.find_network(NAME)
    if network is None:
        say(step="Making the network public")
        network = cloud.network.create_network(
            name=NAME, is_router_external=True, is_default=True, provider_network_type="flat",
            provider_physical_network=physical)
        fact("made", network.id)
        if not list(cloud.network.subnet_pools(is_default=True, ip_version=4)):
            cloud.network.create_subnet_pool(
                name=POOL, is_default=True, is_shared=True, prefixes=["10.128.0.0/16"], default_prefix_length=24)
    if not list(cloud.network.subnets(network_id=network.id)):
        cloud.network.create_subnet(
            name=NAME, network_id=network.id, ip_version=4, cidr=cidr, gateway_ip=gateway, is_dhcp_enabled=False,
            allocation_pools=[{"start": first, "end": last}])


work(main)
