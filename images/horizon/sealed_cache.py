"""Django's way to the cache that all services use: by the client that logs in, speaks TLS and believes only what it has sealed itself.

    CACHES:
      default:
        BACKEND: sealed_cache.SealedCache
        LOCATION: [memcached-0.memcached.openstack.svc:11211]
        OPTIONS: {tls: true, cafile: /etc/c5c3/cache/ca.crt}

The key is the text of the variable C5C3_CACHE_KEY. The login, if the cache asks for one, is in the same variables as that of services
with a section [cache]: OS_CACHE__MEMCACHE_USERNAME and OS_CACHE__MEMCACHE_PASSWORD.
"""

import os
import ssl

import bmemcached
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.memcached import BaseMemcachedCache


class SealedCache(BaseMemcachedCache):
    def __init__(self, server, params):
        super().__init__(server, params, library=bmemcached, value_not_found_exception=KeyError)
        wished = self._options
        self._options = {
            "username": os.environ.get("OS_CACHE__MEMCACHE_USERNAME"),
            "password": os.environ.get("OS_CACHE__MEMCACHE_PASSWORD"),
            "tls_context": ssl.create_default_context(cafile=wished.get("cafile")) if wished.get("tls") else None,
        }

    # The server can neither count in what is sealed, nor prolong it: the time is sealed, too.
    incr = BaseCache.incr

    def touch(self, key, timeout=DEFAULT_TIMEOUT, version=None):
        value = self.get(key, self._missing_key, version=version)
        if value is self._missing_key:
            return False
        self.set(key, value, timeout, version=version)
        return True

    def close(self, **_):
        """Django calls this after each request. The connection stays: to log in anew takes longer than to ask."""
