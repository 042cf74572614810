"""What a key manager is for. Prints the name of each thing that works, in order.

Runs in the client's pod, on the demo's server: once before the manager's own keys are rotated, and once after (the argument says which).
"""

import sys
import time

import openstack

NAME = "c5c3-demo"
PATIENCE = 300
PAYLOAD = "correct horse battery staple"

cloud = openstack.connect()
keys = cloud.key_manager


def active(kind, href):
    """What was ordered is made by a worker, which learns of it from the queue."""
    end = time.monotonic() + PATIENCE
    while True:
        found = keys.get(f"/{kind}/{href.rpartition('/')[2]}").json()
        if found["status"] == "ACTIVE":
            return found
        if found["status"] == "ERROR" or time.monotonic() > end:
            raise SystemExit(f"{kind}: {found}")
        time.sleep(1)


def stored(manager, title):
    made = manager.post("/secrets", json={"name": title, "payload": PAYLOAD, "payload_content_type": "text/plain"}).json()
    return made["secret_ref"].rpartition("/")[2]


def read(name):
    answer = keys.get(f"/secrets/{name}/payload", headers={"Accept": "text/plain"})
    assert answer.text == PAYLOAD, answer.status_code


def secret():
    name = stored(keys, "keys")
    read(name)
    assert keys.delete(f"/secrets/{name}").status_code == 204


def keep():
    stored(keys, "kept")


def kept():
    """By keys that encrypted it, and do so no more."""
    (found,) = keys.get("/secrets", params={"name": "kept"}).json()["secrets"]
    name = found["secret_ref"].rpartition("/")[2]
    read(name)
    assert keys.delete(f"/secrets/{name}").status_code == 204


def end_of_a_project():
    """Its secrets are nobody's: another project's administrator is told so of one that is there, and then that there is none."""
    project = cloud.identity.create_project(name="keys", domain_id="default")
    cloud.identity.assign_project_role_to_user(project, cloud.current_user_id, cloud.identity.find_role("member"))
    there = cloud.connect_as_project({"id": project.id, "name": project.name, "domain_id": "default"})
    name = stored(there.key_manager, "orphan")
    assert keys.get(f"/secrets/{name}").status_code != 404
    cloud.identity.delete_project(project)
    end = time.monotonic() + PATIENCE
    while keys.get(f"/secrets/{name}").status_code != 404:
        if time.monotonic() > end:
            raise SystemExit("the secret of a project that is gone is still there")
        time.sleep(1)


def order():
    wanted = {"algorithm": "aes", "bit_length": 256, "mode": "cbc", "payload_content_type": "application/octet-stream"}
    made = keys.post("/orders", json={"type": "key", "meta": wanted}).json()
    ordered = active("orders", made["order_ref"])
    name = ordered["secret_ref"].rpartition("/")[2]
    answer = keys.get(f"/secrets/{name}/payload", headers={"Accept": "application/octet-stream"})
    assert len(answer.content) == 32, answer.status_code


def encrypted_volume():
    kind = cloud.block_storage.create_type(name="keys")
    cloud.block_storage.create_type_encryption(
        kind, provider="luks", cipher="aes-xts-plain64", key_size=256, control_location="front-end")
    volume = cloud.create_volume(1, name="keys", volume_type="keys", wait=True, timeout=PATIENCE)
    assert cloud.block_storage.get_volume(volume.id).is_encrypted
    server = cloud.compute.find_server(NAME)
    cloud.attach_volume(server, volume, wait=True, timeout=PATIENCE)
    cloud.detach_volume(server, volume, wait=True, timeout=PATIENCE)
    cloud.delete_volume(volume.id, wait=True, timeout=PATIENCE)
    cloud.block_storage.delete_type(kind)


THINGS = {"before": (secret, order, encrypted_volume, keep), "after": (kept, end_of_a_project)}

for thing in THINGS[sys.argv[1]]:
    thing()
    print(thing.__name__, flush=True)
