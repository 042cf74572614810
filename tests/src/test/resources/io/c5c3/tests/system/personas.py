"""What the four roles that every cloud has may do, and what they may not. Prints a line for each try that ended otherwise than it should.

Runs in the client's pod. What it makes is in a domain of its own, which goes again at the end.
"""

import secrets

import openstack
from openstack import exceptions

NAME = "personas"
PASSWORD = secrets.token_urlsafe(24)

cloud = openstack.connect()


def gone():
    domain = cloud.identity.find_domain(NAME)
    if domain is not None:
        cloud.identity.update_domain(domain, is_enabled=False)
        cloud.identity.delete_domain(domain)


def login(user, domain, **scope):
    return openstack.connect(
        load_yaml_config=False,
        load_envvars=False,
        auth={
            "auth_url": cloud.config.auth["auth_url"],
            "username": user,
            "password": PASSWORD,
            "user_domain_id": domain.id,
            **scope,
        },
        region_name=cloud.config.region_name,
        interface="internal",
        verify=cloud.config.get_requests_verify_args()[0],
    )


def answer(client, service, method, path, body=None):
    """The status with which a request is answered; what it made is taken away again."""
    proxy = getattr(client, service)
    said = proxy.request(path, method, json=body, raise_exc=False)
    if method == "POST" and said.ok:
        made = next(iter(said.json().values())) if service != "image" else said.json()
        getattr(cloud, service).request(f"{path}/{made['id']}", "DELETE", raise_exc=False)
    return said.status_code


gone()
domain = cloud.identity.create_domain(name=NAME)
try:
    project = cloud.identity.create_project(name=NAME, domain_id=domain.id)
    clients = {}
    for name in ("reader", "member", "manager", "admin"):
        role = cloud.identity.find_role(name, ignore_missing=False)
        user = cloud.identity.create_user(name=name, password=PASSWORD, domain_id=domain.id)
        cloud.identity.assign_project_role_to_user(project, user, role)
        cloud.identity.assign_domain_role_to_user(domain, user, role)
        clients[name] = login(name, domain, project_id=project.id)
        clients[name + " of the domain"] = login(name, domain, domain_id=domain.id)
    admin = cloud.identity.find_user("admin", domain_id=domain.id)
    cloud.identity.assign_system_role_to_user(admin, cloud.identity.find_role("admin"), "all")
    clients["admin of the system"] = login("admin", domain, system_scope="all")

    network = {"network": {"name": NAME}}
    volume = {"volume": {"name": NAME, "size": 1}}
    image = {"name": NAME, "disk_format": "raw", "container_format": "bare"}
    public = {**image, "visibility": "public"}
    flavor = {"flavor": {"name": NAME, "ram": 64, "vcpus": 1, "disk": 1}}
    person = {"user": {"name": "somebody", "domain_id": domain.id}}
    other = {"user": {"name": "somebody", "domain_id": "default"}}

    # Who, what, and with which status that is answered.
    for who, service, method, path, body, right in (
        ("reader", "compute", "GET", "/servers", None, 200),
        ("reader", "compute", "POST", "/os-server-groups", {"server_group": {"name": NAME, "policies": ["affinity"]}}, 403),
        ("reader", "image", "GET", "/images", None, 200),
        ("reader", "image", "POST", "/images", image, 403),
        ("reader", "network", "GET", "/networks", None, 200),
        ("reader", "network", "POST", "/networks", network, 403),
        ("reader", "block_storage", "GET", "/volumes", None, 200),
        ("reader", "block_storage", "POST", "/volumes", volume, 403),
        ("member", "compute", "GET", "/servers?all_tenants=1", None, 403),
        ("member", "compute", "GET", "/os-services", None, 403),
        ("member", "compute", "POST", "/flavors", flavor, 403),
        ("member", "image", "POST", "/images", image, 201),
        ("member", "image", "POST", "/images", public, 403),
        ("member", "network", "POST", "/networks", network, 201),
        ("member", "network", "POST", "/networks", {"network": {"name": NAME, "shared": True}}, 403),
        ("member", "block_storage", "POST", "/volumes", volume, 202),
        ("member", "block_storage", "GET", "/os-services", None, 403),
        ("member", "identity", "GET", "/users", None, 403),
        ("member of the domain", "identity", "POST", "/users", person, 403),
        ("manager", "network", "POST", "/networks", network, 201),
        ("manager", "compute", "GET", "/os-services", None, 403),
        ("manager of the domain", "identity", "GET", f"/users?domain_id={domain.id}", None, 200),
        ("manager of the domain", "identity", "POST", "/users", person, 201),
        ("manager of the domain", "identity", "POST", "/users", other, 403),
        ("manager of the domain", "identity", "POST", "/domains", {"domain": {"name": NAME + "-other"}}, 403),
        ("admin", "compute", "GET", "/os-services", None, 200),
        ("admin", "compute", "GET", "/servers?all_tenants=1", None, 200),
        ("admin", "compute", "POST", "/flavors", flavor, 200),
        ("admin", "image", "POST", "/images", public, 201),
        ("admin", "network", "GET", "/agents", None, 200),
        ("admin", "block_storage", "GET", "/os-services", None, 200),
        ("admin", "identity", "GET", "/users", None, 200),
        # A token for the system is for what belongs to no project, and that is Keystone's alone.
        ("admin of the system", "identity", "GET", "/users", None, 200),
        ("admin of the system", "compute", "GET", "/servers", None, 403),
    ):
        status = answer(clients[who], service, method, path, body)
        if status != right:
            print(f"{who}: {method} {service} {path} gave {status} instead of {right}", flush=True)
    # The newer rules hold whoever asks: nobody without a role of the project sees it, whatever the project.
    stranger = cloud.identity.create_user(name="stranger", password=PASSWORD, domain_id=domain.id)
    try:
        login("stranger", domain, project_id=project.id).authorize()
        print("stranger: was let in to a project in which it has no role")
    except exceptions.SDKException:
        pass
except Exception as error:
    print(f"{type(error).__name__}: {error}")
    raise
finally:
    gone()
print("done")
