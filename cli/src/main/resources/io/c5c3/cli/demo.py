"""Boots a server end to end, the way a person would, and says what it sees.

'create KEY' makes everything, and a server that lets in whoever has the other
half of KEY; 'clean' takes all but the guest image away.
What it makes is tagged, so that a run that was interrupted is cleaned up by the next one.
"""

import hashlib
import re
import time

from openstack import exceptions

NAME = "c5c3-demo"
GUEST = "/usr/share/c5c3/guest/disk.raw"
LIMIT = 600


def wait(what, look, limit=LIMIT):
    end = time.monotonic() + limit
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {limit} s")
        time.sleep(1)


def guest_image(cloud):
    """A disk that boots; made once and kept, since uploading is the slow part. That of another release than this program goes, or, where
    servers stand on it, is called otherwise and shown to nobody."""
    with open(GUEST, "rb") as content:
        digest = hashlib.file_digest(content, "sha512").hexdigest()
    image = cloud.image.find_image(NAME)
    if image is not None and (image.hash_algo, image.hash_value) != ("sha512", digest):
        try:
            cloud.image.delete_image(image)
        except exceptions.ConflictException:
            cloud.image.update_image(image, name=f"{NAME}-{image.hash_value[:8]}", is_hidden=True)
        image = None
    if image is None:
        say(step=f"Uploading the image {NAME}")
        image = cloud.create_image(
            NAME, filename=GUEST, disk_format="raw", container_format="bare", visibility="public", wait=True, timeout=LIMIT,
            meta={"os_admin_user": "root"})
    return image


def create(cloud, key, with_volume):
    clean(cloud)
    image = guest_image(cloud)
    flavor = cloud.compute.find_flavor(NAME) or cloud.compute.create_flavor(
        name=NAME, ram=128, vcpus=1, disk=1)
    say(step="Making a network")
    network = cloud.network.create_network(name=NAME)
    subnet = cloud.network.create_subnet(
        name=NAME, network_id=network.id, ip_version=4, cidr="10.99.7.0/24", dns_nameservers=["10.99.7.1"])
    group = cloud.network.create_security_group(name=NAME, description="everything, for the demo")
    cloud.network.create_security_group_rule(
        security_group_id=group.id, direction="ingress", ethertype="IPv4")
    port = cloud.network.create_port(
        name=NAME, network_id=network.id, security_groups=[group.id], fixed_ips=[{"subnet_id": subnet.id}])
    address = port.fixed_ips[0]["ip_address"]
    fact("network", network.id)
    way_in(cloud, subnet, port)
    cloud.compute.create_keypair(name=NAME, public_key=key)
    say(step="Booting a server")
    begin = time.monotonic()
    server = cloud.compute.create_server(
        name=NAME, image_id=image.id, flavor_id=flavor.id, key_name=NAME, networks=[{"port": port.id}])

    def active():
        found = cloud.compute.get_server(server.id)
        if found.status == "ERROR":
            raise RuntimeError("the server is in ERROR: " + str((found.fault or {}).get("message", "no reason given")))
        return found if found.status == "ACTIVE" else None

    found = wait("the server becoming ACTIVE", active)
    fact("server", server.id)
    fact("active_seconds", round(time.monotonic() - begin, 1))
    fact("host", found.hypervisor_hostname or found.compute_host)
    say(step="Waiting for its console to show an address")

    def console_line():
        text = cloud.compute.get_server_console_output(server.id).get("output") or ""
        return re.search(r"c5c3-guest address (\S+)", text)

    line = wait("an address on the console", console_line)
    fact("console", line.group(0))
    fact("console_seconds", round(time.monotonic() - begin, 1))
    if line.group(1).split("/")[0] != address:
        raise RuntimeError(f"the guest has {line.group(1)}, but its port has {address}")
    fact("address", address)
    if with_volume:
        volume(cloud, server)


def way_in(cloud, subnet, port):
    """A router to the network outside, if the cloud has one, and an address there that leads to the server."""
    outside = next(iter(cloud.network.networks(is_router_external=True)), None)
    if outside is None:
        return
    say(step=f"Making a router to {outside.name} and a floating address")
    router = cloud.network.create_router(name=NAME, external_gateway_info={"network_id": outside.id})
    cloud.network.add_interface_to_router(router, subnet_id=subnet.id)
    address = cloud.network.create_ip(floating_network_id=outside.id, port_id=port.id, description=NAME)
    fact("floating", address.floating_ip_address)
    fact("outside", outside.name)


def volume(cloud, server):
    say(step="Making and attaching a volume")
    made = cloud.block_storage.create_volume(name=NAME, size=1)

    def available():
        found = cloud.block_storage.get_volume(made.id)
        if found.status == "error":
            raise RuntimeError("the volume is in error")
        return found.status == "available"

    wait("the volume becoming available", available)
    cloud.compute.create_volume_attachment(server.id, volume_id=made.id)
    wait("the volume being attached", lambda: cloud.block_storage.get_volume(made.id).status == "in-use")
    fact("volume", made.id)

    def seen():
        text = cloud.compute.get_server_console_output(server.id).get("output") or ""
        return re.search(r"c5c3-guest disk (vdb) (\d+)", text)

    fact("disk", wait("the guest seeing the volume", seen, 120).group(0))


def clean(cloud):
    server = cloud.compute.find_server(NAME)
    if server is not None:
        say(step="Deleting the server")
        cloud.compute.delete_server(server.id)
        wait("the server going", lambda: cloud.compute.find_server(NAME) is None)
    if cloud.has_service("block-storage"):
        for volume in cloud.block_storage.volumes(name=NAME):
            say(step="Deleting the volume")
            wait("the volume being free", lambda: cloud.block_storage.get_volume(volume.id).status != "detaching")
            cloud.block_storage.delete_volume(volume.id)
            wait("the volume going", lambda: cloud.block_storage.find_volume(volume.id) is None)
    for address in cloud.network.ips(description=NAME):
        cloud.network.delete_ip(address.id)
    for router in cloud.network.routers(name=NAME):
        for port in cloud.network.ports(device_id=router.id, device_owner="network:router_interface"):
            cloud.network.remove_interface_from_router(router, port_id=port.id)
        cloud.network.delete_router(router.id)
    if cloud.compute.find_keypair(NAME) is not None:
        cloud.compute.delete_keypair(NAME)
    for port in cloud.network.ports(name=NAME):
        cloud.network.delete_port(port.id)
    for network in cloud.network.networks(name=NAME):
        cloud.network.delete_network(network.id)
    for group in cloud.network.security_groups(name=NAME):
        cloud.network.delete_security_group(group.id)
    flavor = cloud.compute.find_flavor(NAME)
    if flavor is not None:
        cloud.compute.delete_flavor(flavor.id)


def main(cloud, what, *key):
    if what == "create":
        create(cloud, *key, cloud.has_service("block-storage"))
    else:
        clean(cloud)


say(step="Logging in")
work(main)
