import random

from nova.scheduler import host_manager


class SchedulerManager:
    def __init__(self):
        self.host_manager = host_manager.HostManager()

    def _get_sorted_hosts(self, spec_obj, host_states, index):
        weighed = self.host_manager.get_weighed_hosts(host_states, spec_obj)
        hosts = [one.obj for one in weighed]
        chosen = random.choice(hosts[0:1])
        hosts.remove(chosen)
        return [chosen] + hosts
