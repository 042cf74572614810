"""Offers a disk to all users of a cloud, as an image.

'look NAME SOURCE' says whether the image is there already; 'offer NAME SOURCE PACKED SIZE' makes it of the disk that comes on standard input,
packed with gzip to PACKED bytes, and SIZE bytes long. SOURCE tells what the disk was made of, and is kept with the image.
"""

import gzip
import sys

SOURCE = "c5c3_source"
MEGABYTE = 1000 * 1000


class Packed:
    """Standard input up to its last byte. Nobody closes the input of a program in a pod, so bytes are counted."""

    def __init__(self, size):
        self.size = self.left = size

    def read(self, size):
        data = sys.stdin.buffer.read(min(size, self.left))
        if self.left // MEGABYTE // 10 != (self.left - len(data)) // MEGABYTE // 10:
            say(detail=f"{(self.size - self.left) // MEGABYTE} of {self.size // MEGABYTE} MB")
        self.left -= len(data)
        return data


class Disk:
    """Unpacked on its way: nobody ever has all of it. Who uploads asks for its length first, and must not think that it can go back."""

    def __init__(self, packed, size):
        self.unpacked = gzip.GzipFile(fileobj=packed)
        self.len = size

    def read(self, size):
        return self.unpacked.read(size)

    def __iter__(self):
        return iter(self.unpacked)


def ours(cloud, name):
    """The public images of that name, without those that were replaced. A person's own is left alone."""
    images = list(cloud.image.images(name=name, visibility="public"))
    for image in images:
        if SOURCE not in (image.properties or {}):
            raise Refused(f"there is an image {name} that somebody else made",
                          f"'./c5c3 openstack image set --name OTHER {image.id}' gives it another name.")
    return images


def look(cloud, name, source):
    for image in ours(cloud, name):
        if image.status == "active" and image.properties[SOURCE] == source:
            fact("image", image.id)


def offer(cloud, name, source, packed, size):
    before = ours(cloud, name)
    distribution, version = name.rsplit("-", 1)
    say(step=f"Uploading {name}")
    image = cloud.image.create_image(
        name, data=Disk(Packed(packed), size), disk_format="raw", container_format="bare", visibility="public",
        allow_duplicates=True, min_disk=1, min_ram=256,
        meta={SOURCE: source, "architecture": "x86_64", "os_type": "linux", "os_distro": distribution, "os_version": version,
              "os_admin_user": distribution, "hw_rng_model": "virtio"})
    for old in before:
        if old.status == "active":
            # Servers may stand on it.
            cloud.image.update_image(old, is_hidden=True)
        else:
            cloud.image.delete_image(old)
    fact("image", image.id)


def main(cloud, what, name, source, *numbers):
    (offer if what == "offer" else look)(cloud, name, source, *map(int, numbers))


work(main)
