"""What Horizon's settings are in this image, and how whoever runs it adds their own.

/etc/horizon/settings.yaml has one entry per setting, named as Horizon and Django name it. Of secrets it has none: the key that signs is
the text of the variable HORIZON_SECRET_KEY, and sealed_cache tells where the login of the cache comes from.
"""

import os
import pathlib
import socket

import yaml

SECRET_KEY = os.environ["HORIZON_SECRET_KEY"]

# What browsers load was collected and compressed when the image was built, for the path / and for the themes that Horizon has.
STATIC_ROOT = "/usr/share/horizon/static"
COMPRESS_OFFLINE = True

# Without a cache that is shared, sessions are in browsers. Whoever names one in CACHES also sets SESSION_ENGINE to
# django.contrib.sessions.backends.cache.
_OWN_CACHE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
CACHES = {"default": _OWN_CACHE}
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"

# Horizon's own example of a file of settings has these, too: a container's log is what it writes to standard error.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        name: {"handlers": ["console"], "level": "INFO", "propagate": False}
        for name in ("django", "horizon", "openstack_auth", "openstack_dashboard")
    },
}

_FILE = pathlib.Path("/etc/horizon/settings.yaml")
if _FILE.exists():
    globals().update(yaml.safe_load(_FILE.read_text()) or {})

# Parts of pages have to be those of this image, and not what pods of another version have put into the cache that all share.
CACHES = {**CACHES, "template_fragments": _OWN_CACHE}


def _own_addresses():
    try:
        return {address[4][0] for address in socket.getaddrinfo(socket.gethostname(), None)}
    except OSError:
        return set()


# Probes ask by the address of the pod.
ALLOWED_HOSTS = [*globals().get("ALLOWED_HOSTS", []), *sorted(_own_addresses())]
