"""What stacks are for. Prints the name of each thing that works, in order.

Runs in the client's pod, with the guest image and the flavor of the demo.
"""

import time

import openstack

NAME = "c5c3-demo"
STACK = "stacks"
PATIENCE = 600
TEMPLATE = """
heat_template_version: 2021-04-16
resources:
  word:
    type: OS::Heat::RandomString
    properties: {length: 24}
  network:
    type: OS::Neutron::Net
    properties: {name: stacks}
  subnet:
    type: OS::Neutron::Subnet
    properties: {name: stacks, network: {get_resource: network}, cidr: 10.99.8.0/24}
  port:
    type: OS::Neutron::Port
    depends_on: subnet
    properties: {name: stacks, network: {get_resource: network}}
  server:
    type: OS::Nova::Server
    properties:
      name: stacks
      image: c5c3-demo
      flavor: c5c3-demo
      user_data_format: RAW
      networks: [{port: {get_resource: port}}]
  booted:
    type: OS::Heat::WaitConditionHandle
outputs:
  word: {value: {get_attr: [word, value]}}
  server: {value: {get_resource: server}}
  port: {value: {get_resource: port}}
  network: {value: {get_resource: network}}
  signal: {value: {get_attr: [booted, curl_cli]}}
"""

cloud = openstack.connect()
stacks = cloud.orchestration
made = {}


def wait(wanted):
    """Until the stack is there, or gone, or until it never will be."""
    end = time.monotonic() + PATIENCE
    while True:
        found = stacks.find_stack(STACK)
        status = found.status if found else "DELETE_COMPLETE"
        if status == wanted:
            return found
        if status.endswith("_FAILED") or time.monotonic() > end:
            raise SystemExit(f"{status} instead of {wanted}: {found and found.status_reason}")
        time.sleep(1)


def create():
    stacks.create_stack(name=STACK, template=TEMPLATE, timeout_mins=PATIENCE // 60)
    wait("CREATE_COMPLETE")


def what_is_there():
    stack = stacks.get_stack(stacks.find_stack(STACK).id)
    made.update({output["output_key"]: output["output_value"] for output in stack.outputs})
    assert len(made["word"]) == 24, "the word has another length"
    server = cloud.compute.get_server(made["server"])
    assert server.status == "ACTIVE", server.status
    port = cloud.network.get_port(made["port"])
    assert (port.device_id, port.network_id) == (server.id, made["network"]), port.device_id


def guest_user():
    """Whoever signals for a guest is a user of Heat's own domain, and may do no more than that."""
    domain = cloud.identity.find_domain("heat")
    users = {user.name for user in cloud.identity.users(domain_id=domain.id)}
    assert users > {"heat_domain_admin"}, users
    assert "/signal" in made["signal"], "the handle tells no address to signal to"


def delete():
    stacks.delete_stack(stacks.find_stack(STACK))
    wait("DELETE_COMPLETE")


def nothing_left():
    assert cloud.compute.find_server(made["server"]) is None, "the server is left"
    assert cloud.network.find_port(made["port"]) is None, "the port is left"
    assert cloud.network.find_network(made["network"]) is None, "the network is left"
    domain = cloud.identity.find_domain("heat")
    users = {user.name for user in cloud.identity.users(domain_id=domain.id)}
    assert users == {"heat_domain_admin"}, users
    assert not list(cloud.identity.projects(domain_id=domain.id)), "a project of the stack is left"


for thing in (create, what_is_there, guest_user, delete, nothing_left):
    thing()
    print(thing.__name__, flush=True)
