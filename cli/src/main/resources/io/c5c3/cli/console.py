"""Asks the cloud for the address of a server's console: 'console.py novnc SERVER' or 'console.py serial SERVER'.
"""

from openstack import exceptions

PROTOCOLS = {"novnc": "vnc", "serial": "serial"}
# Running and paused, as Nova counts.
ALIVE = (1, 3)


def find(cloud, name):
    try:
        server = cloud.compute.find_server(name, all_projects=True)
    except exceptions.DuplicateResource:
        raise Refused(f"several servers are called {name}",
                      "Give the id instead: './c5c3 openstack server list --all-projects' shows it.")
    if server is None:
        raise Refused(f"there is no server {name}", "'./c5c3 openstack server list --all-projects' shows all there are.")
    if server.power_state not in ALIVE:
        raise Refused(f"the server {name} is {server.status}, and only one that runs has a console",
                      f"'./c5c3 openstack server start {name}' starts it." if server.status == "SHUTOFF"
                      else f"'./c5c3 openstack server show {name}' tells more.")
    return server


def console(cloud, kind, name):
    server = find(cloud, name)
    try:
        return cloud.compute.create_server_remote_console(server.id, protocol=PROTOCOLS[kind], type=kind).url
    except exceptions.BadRequestException:
        field = "novncproxy" if kind == "novnc" else "serialproxy"
        raise Refused(f"the server {name} has no console of that sort",
                      f"Is {field}.enabled false in the Nova? A server that was started before it was switched on"
                      f" has to start anew: './c5c3 openstack server reboot --hard {name}'.")
    except exceptions.ForbiddenException:
        raise Refused(f"this login may not see the console of {name}", "Log in as a member of its project.")


work(lambda cloud, kind, name: fact("url", console(cloud, kind, name)))
