"""nova-scheduler, with one question more: somebody else ranks the hosts it has chosen.

Nova has no room for this among its plugins: filters come before the weights are known, and a weigher cannot take a host out. So this
starts nova-scheduler with a manager that asks once all hosts are weighed, and goes on with the answer. It reads two options of nova.conf:

    [filter_scheduler] external_scheduler_api_url   where to ask
    [filter_scheduler] external_scheduler_timeout   how many seconds an answer may take

A Nova that knows these options asks by itself, and is started as it is.

What is sent:   POST {"spec", "context", "hosts": [{"host", "hypervisor_hostname"}], "weights": {host: weight}}
What comes:     {"hosts": [host, ...]}, the best first; those it leaves out are not taken, and an empty list means that none will do.
Without an answer, or with one that makes no sense, the order stands in which Nova itself has put the hosts.
"""

import http.client
import json
import logging
import pathlib
import ssl
import sys
import urllib.request

# Of all of Nova this comes first: it decides between green and real threads, and nothing may be loaded before.
from nova.cmd import scheduler as command

import nova.conf
from nova import service
from nova.scheduler import host_manager
from nova.scheduler import manager
from oslo_config import cfg

CONF = nova.conf.CONF
LOG = logging.getLogger("nova.scheduler.external")

GROUP = "filter_scheduler"
URL = "external_scheduler_api_url"
OPTIONS = [cfg.StrOpt(URL, default=""), cfg.IntOpt("external_scheduler_timeout", default=10, min=1)]

# The authority of the cloud's own certificates, where it has one.
AUTHORITY = pathlib.Path("/etc/c5c3/tls/ca.crt")

# Never to be sent: the user's token, and the logins of the cell that a server is moved within. The catalogue is only long.
PRIVATE = ("auth_token", "service_token", "database_connection", "transport_url", "service_catalog")


class NoHostLeft(Exception):
    """The answer leaves out every host."""


class HostManager(host_manager.HostManager):
    def get_weighed_hosts(self, hosts, spec_obj):
        weighed = super().get_weighed_hosts(hosts, spec_obj)
        ranked = asked(weighed, spec_obj)
        if weighed and not ranked:
            raise NoHostLeft()
        return ranked


class SchedulerManager(manager.SchedulerManager):
    def _get_sorted_hosts(self, spec_obj, host_states, index):
        try:
            return super()._get_sorted_hosts(spec_obj, host_states, index)
        except NoHostLeft:
            # As if no host had passed the filters, which is what the caller knows how to tell the user.
            return []


def asked(weighed, spec):
    url = CONF[GROUP][URL]
    if not (weighed and url):
        return weighed
    try:
        names = answer(url, CONF[GROUP].external_scheduler_timeout, question(weighed, spec))
    except (OSError, ValueError, http.client.HTTPException) as e:
        LOG.error("%s gives no answer, Nova's own order of hosts stands: %s", url, e)
        return weighed
    return ranked(weighed, names)


def question(weighed, spec):
    context = getattr(spec, "_context", None)
    return {
        "spec": public(spec.obj_to_primitive()),
        "context": public(context.to_dict()) if context else {},
        "hosts": [{"host": w.obj.host, "hypervisor_hostname": w.obj.hypervisor_hostname} for w in weighed],
        "weights": {w.obj.host: float(w.weight) for w in weighed},
    }


def public(value):
    """The same without what is nobody's business."""
    if isinstance(value, dict):
        return {key: public(inside) for key, inside in value.items() if key not in PRIVATE}
    if isinstance(value, (list, tuple)):
        return [public(inside) for inside in value]
    return value


def answer(url, timeout, body):
    trust = ssl.create_default_context()
    if AUTHORITY.is_file():
        trust.load_verify_locations(AUTHORITY)
    # Services are reached directly, whatever proxy the environment names.
    way = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trust))
    request = urllib.request.Request(
        url, data=json.dumps(body, default=str).encode(), headers={"Content-Type": "application/json"}, method="POST"
    )
    with way.open(request, timeout=timeout) as reply:
        said = json.load(reply)
    names = said.get("hosts") if isinstance(said, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("the answer is not {\"hosts\": [names]}")
    return names


def ranked(weighed, names):
    """The hosts in the order of their names. They get new weights, so that whoever looks at these finds the same order."""
    known = {}
    for one in weighed:
        known.setdefault(one.obj.host, []).append(one)
    strangers = [name for name in names if name not in known]
    if strangers:
        LOG.warning("Nobody asked about these hosts, they are passed over: %s", ", ".join(strangers))
    left = [one for name in dict.fromkeys(names) for one in known.get(name, [])]
    for place, one in enumerate(left):
        one.weight = float(len(left) - place)
    return left


def fits():
    """Better no scheduler than one that is thought to ask and does not."""
    for owner, method in ((host_manager.HostManager, "get_weighed_hosts"), (manager.SchedulerManager, "_get_sorted_hosts")):
        if not callable(getattr(owner, method, None)):
            sys.exit(f"This release of Nova has no {owner.__name__}.{method}: take scheduler.externalScheduler out of the Nova resource")


def main():
    # What everybody knows it by: its configuration files are looked for under this name.
    sys.argv[0] = "nova-scheduler"
    if URL not in CONF[GROUP]:
        fits()
        CONF.register_opts(OPTIONS, group=GROUP)
        host_manager.HostManager = HostManager
        service.SERVICE_MANAGERS["nova-scheduler"] = __name__ + ".SchedulerManager"
    return command.main()


if __name__ == "__main__":
    # Nova finds the manager by the name of this file, so that is what everything in it has to belong to.
    import external_scheduler

    sys.exit(external_scheduler.main())
