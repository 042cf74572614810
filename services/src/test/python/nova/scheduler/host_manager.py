class WeighedObject:
    def __init__(self, obj, weight):
        self.obj, self.weight = obj, weight


class HostManager:
    def get_weighed_hosts(self, hosts, spec_obj):
        weighed = [WeighedObject(host, host.free) for host in hosts]
        return sorted(weighed, key=lambda one: one.weight, reverse=True)
