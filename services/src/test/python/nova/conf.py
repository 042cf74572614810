"""Only options that somebody registered can be read, whatever the file says."""

import configparser
import os


class Group:
    def __init__(self, name, written):
        self.name, self.written, self.known = name, written, {}

    def __contains__(self, name):
        return name in self.known

    def __getitem__(self, name):
        option = self.known[name]
        return option.kind(self.written.get(self.name, name, fallback=option.default))

    __getattr__ = __getitem__


class Conf:
    def __init__(self):
        self.written = configparser.RawConfigParser(default_section="none")
        self.written.read(os.environ["NOVA_CONF"])
        self.groups = {}

    def __getitem__(self, name):
        return self.groups.setdefault(name, Group(name, self.written))

    def register_opts(self, options, group):
        self[group].known.update({option.name: option for option in options})


CONF = Conf()
if os.environ.get("NOVA_ASKS_ITSELF"):
    from oslo_config import cfg

    CONF.register_opts([cfg.StrOpt("external_scheduler_api_url")], group="filter_scheduler")
