"""Starts the manager that goes by the scheduler's name, has it sort three hosts once, and says how."""

import importlib
import json
import sys
import types

from nova import service


class Context:
    def to_dict(self):
        return {"project_id": "p1", "user_id": "u1", "auth_token": "a $ecret token"}


class Spec:
    _context = Context()

    def obj_to_primitive(self):
        cell = {"nova_object.data": {"uuid": "c1", "database_connection": "mysql://a $ecret", "transport_url": "rabbit://a $ecret"}}
        return {"nova_object.name": "RequestSpec", "nova_object.data": {"instance_uuid": "i1", "requested_destination": {"cell": cell}}}


def main():
    module, name = service.SERVICE_MANAGERS["nova-scheduler"].rsplit(".", 1)
    manager = getattr(importlib.import_module(module), name)()
    hosts = [
        types.SimpleNamespace(host=host, hypervisor_hostname=host + ".example.com", free=free)
        for host, free in (("one", 1.0), ("two", 3.0), ("three", 2.0))
    ]
    sorted_hosts = manager._get_sorted_hosts(Spec(), hosts, 0)
    print(json.dumps({"program": sys.argv[0], "manager": module, "hosts": [h.host for h in sorted_hosts]}))
