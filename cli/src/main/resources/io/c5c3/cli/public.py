"""Tells a cloud of the network outside of it, unless it knows a network of that name already.

Arguments: the name of the physical network, its addresses, the gateway, and the first and the last address to give away.
"""

NAME = "public"


def main(cloud, physical, cidr, gateway, first, last):
    network = cloud.network.find_network(NAME)
    if network is None:
        say(step="Making the network public")
        network = cloud.network.create_network(
            name=NAME, is_router_external=True, provider_network_type="flat", provider_physical_network=physical)
        fact("made", network.id)
    if not list(cloud.network.subnets(network_id=network.id)):
        cloud.network.create_subnet(
            name=NAME, network_id=network.id, ip_version=4, cidr=cidr, gateway_ip=gateway, is_dhcp_enabled=False,
            allocation_pools=[{"start": first, "end": last}])


work(main)
