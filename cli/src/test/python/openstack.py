"""Stands in for a cloud with the images of the file CLOUD. What is done to them is printed as the facts "did"."""

import hashlib
import json
import os
import types


def did(what):
    print(json.dumps({"fact": "did", "value": what}), flush=True)


class Images:
    def images(self, name, visibility):
        found = json.loads(os.environ["CLOUD"])
        return [types.SimpleNamespace(**image) for image in found if image["name"] == name and visibility == "public"]

    def create_image(self, name, data, meta, **fields):
        digest = hashlib.sha256()
        length = 0
        while part := data.read(16384):
            digest.update(part)
            length += len(part)
        if length != data.len:
            raise ValueError(f"{data.len} bytes were promised, and {length} came")
        did(f"made {name} {digest.hexdigest()} {json.dumps(meta | fields, sort_keys=True)}")
        return types.SimpleNamespace(id="new")

    def update_image(self, image, is_hidden):
        did(f"hid {image.id}")

    def delete_image(self, image):
        did(f"deleted {image.id}")


def connect():
    return types.SimpleNamespace(image=Images())
