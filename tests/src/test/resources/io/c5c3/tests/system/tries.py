"""What people try first with a server, each of which has not worked once. Prints the name of each that works, in order.

Runs in the client's pod, on the demo's server.
"""

import time

import openstack

NAME = "c5c3-demo"
PATIENCE = 300

cloud = openstack.connect()
server = cloud.compute.find_server(NAME)


def wait(what, reached):
    """Until it is so; a state in which it never will be is an end, too."""
    end = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not within {PATIENCE} s")
        time.sleep(1)


def status(wanted):
    def reached():
        found = cloud.compute.get_server(server.id).status
        if found == "ERROR":
            raise SystemExit(f"The server is in ERROR instead of {wanted}")
        return found == wanted

    wait(wanted, reached)


def key_pair():
    made = cloud.compute.create_keypair(name="tries", type="x509")
    cloud.compute.delete_keypair(made)


def upload():
    """In pieces as OpenStack's own client sends them, with a pause that a slow line or a busy disk makes."""

    def pieces():
        yield bytes(1 << 20)
        time.sleep(6)
        yield bytes(1 << 20)

    image = cloud.image.create_image(name="tries", disk_format="raw", container_format="bare", data=None, allow_duplicates=True)
    answer = cloud.image.put(f"/images/{image.id}/file", data=pieces(), headers={"Content-Type": "application/octet-stream"})
    assert answer.status_code == 204, answer.text
    cloud.image.delete_image(image)


def snapshot():
    image = cloud.compute.create_server_image(server, "tries", wait=True, timeout=PATIENCE)
    place = cloud.image.get(f"/images/{image.id}").json()["direct_url"]
    assert f"/images/{image.id}/" in place, place
    wait("the checksum", lambda: cloud.image.get_image(image.id).hash_value)
    cloud.image.delete_image(image.id)
    wait("the snapshot's end", lambda: cloud.image.find_image(image.id) is None)


def backup():
    volume = cloud.block_storage.find_volume(NAME)
    made = cloud.block_storage.create_backup(volume_id=volume.id, name="tries", force=True)
    cloud.block_storage.wait_for_status(made, "available", failures=["error"], wait=PATIENCE)
    cloud.block_storage.delete_backup(made)
    wait("the backup's end", lambda: cloud.block_storage.find_backup(made.id) is None)


def detach():
    volume = cloud.block_storage.find_volume(NAME)
    cloud.compute.delete_volume_attachment(server, volume.id)
    wait("the volume being free", lambda: cloud.block_storage.get_volume(volume.id).status == "available")


def resize():
    larger = cloud.compute.create_flavor(name="tries", ram=320, vcpus=1, disk=1)
    cloud.compute.resize_server(server, larger.id)
    status("VERIFY_RESIZE")
    cloud.compute.confirm_server_resize(server)
    status("ACTIVE")
    cloud.compute.delete_flavor(larger)


def suspend():
    cloud.compute.suspend_server(server)
    status("SUSPENDED")
    cloud.compute.resume_server(server)
    status("ACTIVE")


for thing in (key_pair, upload, snapshot, backup, detach, resize, suspend):
    thing()
    print(thing.__name__, flush=True)
print(next(a["addr"] for n in cloud.compute.get_server(server.id).addresses.values() for a in n if a["OS-EXT-IPS:type"] == "floating"))
