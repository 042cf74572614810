"""What the design leaves to K-ORC: a user for each service, its endpoint, and its application credential, as JSON on the last line."""
import json

import openstack

SERVICES = {
    "glance": ("image", "https://glance.openstack.svc.cluster.local:9292"),
    "placement": ("placement", "https://placement.openstack.svc.cluster.local:8778"),
    "neutron": ("network", "https://neutron.openstack.svc.cluster.local:9696"),
    "nova": ("compute", "https://nova.openstack.svc.cluster.local:8774/v2.1"),
    "cinder": ("block-storage", "https://cinder.openstack.svc.cluster.local:8776/v3"),
}

admin = openstack.connect()
identity = admin.identity
project = identity.find_project("service") or identity.create_project(name="service", domain_id="default")
roles = [identity.find_role(name) or identity.create_role(name=name) for name in ("admin", "service")]
credentials = {}
for name, (kind, url) in SERVICES.items():
    service = identity.find_service(name) or identity.create_service(name=name, type=kind)
    for interface in ("public", "internal"):
        if not list(identity.endpoints(service_id=service.id, interface=interface)):
            identity.create_endpoint(service_id=service.id, interface=interface, url=url, region_id="RegionOne")
    user = identity.find_user(name)
    if user is None:
        user = identity.create_user(name=name, password="of " + name, domain_id="default", default_project_id=project.id)
    for role in roles:
        identity.assign_project_role_to_user(project, user, role)
    own = openstack.connect(username=name, password="of " + name, project_name="service")
    for old in own.identity.application_credentials(user.id):
        own.identity.delete_application_credential(user.id, old)
    made = own.identity.create_application_credential(user.id, name=name, unrestricted=False)
    credentials[name] = {"application_credential_id": made.id, "application_credential_secret": made.secret}
print(json.dumps(credentials))
