"""Prints what of the ledger's there is in a cloud: its kind and id, a line each."""

import openstack

cloud = openstack.connect(api_timeout=60)
for project in cloud.identity.projects():
    print("project", project.id)
if cloud.has_service("image"):
    for image in cloud.image.images():
        if image.status == "active":
            print("image", image.id)
if cloud.has_service("block-storage"):
    for volume in cloud.block_storage.volumes():
        if volume.status == "available":
            print("volume", volume.id)
