"""The client with which services reach memcached: it logs in, speaks TLS, and trusts nothing that it reads.

oslo.cache and keystonemiddleware import a client of this name when they are to log in or to encrypt. The usual one of that name, as all
others for Python, looks at flags that are stored beside a value, and on one of them runs what the value says: who can write into the cache
is then whoever reads from it. Here a value is sealed with a key that the cache does not know (AES-GCM, bound to its name and to the time
it is good for), and opened before anything is made of it. What does not open counts as not there: values of others, of another key, of
another name, or of an earlier time.

The key is the text of the variable C5C3_CACHE_KEY. Servers that do not answer are left out for a while; a cache that is away makes
a service slower, never fail.
"""

import hashlib
import logging
import os
import pickle
import struct
import time

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pymemcache.client import base
from pymemcache.exceptions import MemcacheClientError, MemcacheError, MemcacheServerError

KEY = "C5C3_CACHE_KEY"
LOG = logging.getLogger("c5c3.cache")

_MARK = b"c5c3\x01"
_HEAD = struct.Struct(">5sQ12s")
_BYTES, _TEXT, _NUMBER, _OBJECT = b"b", b"t", b"n", b"o"

# memcached takes seconds up to here, and a time of day beyond.
_LONGEST = 30 * 24 * 3600
_DEAD_SECONDS = 5
_TIMEOUT = 2.0


class Seal:
    """Makes of values what may lie about, and back."""

    def __init__(self, text):
        if not text:
            raise ValueError(f"{KEY} is not set: without it nothing can be put into the cache")
        self._cipher = AESGCM(hashlib.sha256(b"c5c3 cache\0" + text.encode()).digest())

    def close(self, name, value, until=0):
        nonce = os.urandom(12)
        head = _HEAD.pack(_MARK, until, nonce)
        return head + self._cipher.encrypt(nonce, _packed(value), head + name)

    def open(self, name, sealed):
        """The value, or None if it is not one of ours, for this name, and still good."""
        if not isinstance(sealed, bytes) or len(sealed) <= _HEAD.size or not sealed.startswith(_MARK):
            return None
        head = sealed[: _HEAD.size]
        _, until, nonce = _HEAD.unpack(head)
        try:
            packed = self._cipher.decrypt(nonce, sealed[_HEAD.size :], head + name)
        except InvalidTag:
            return None
        return None if until and until < time.time() else _unpacked(packed)


def _packed(value):
    if isinstance(value, bytes):
        return _BYTES + value
    if isinstance(value, str):
        return _TEXT + value.encode()
    if type(value) is int:
        return _NUMBER + str(value).encode()
    return _OBJECT + pickle.dumps(value, protocol=5)


def _unpacked(packed):
    kind, content = packed[:1], packed[1:]
    if kind == _BYTES:
        return content
    if kind == _TEXT:
        return content.decode()
    if kind == _NUMBER:
        return int(content)
    # Only what was sealed with our key gets here.
    return pickle.loads(content)


class _Server(base.Client):
    """One server. It returns bytes, whatever flags are stored with them."""

    def __init__(self, address, username, password, tls_context):
        host, _, port = address.rpartition(":")
        super().__init__(
            (host.strip("[]"), int(port)) if host else (address, 11211),
            connect_timeout=_TIMEOUT,
            timeout=_TIMEOUT,
            no_delay=True,
            default_noreply=False,
            tls_context=tls_context,
        )
        self.address = address
        self.deaduntil = 0
        self._login = f"{username} {password}".encode() if username else None

    def _connect(self):
        super()._connect()
        if self._login is None:
            return
        # As memcached wants it: the first thing on a connection is a set of any name, to the user and the password.
        try:
            self.sock.sendall(b"set login 0 0 %d\r\n%s\r\n" % (len(self._login), self._login))
            _, answer = base._readline(self.sock, b"")
        except Exception:
            self.close()
            raise
        if answer != b"STORED":
            self.close()
            raise MemcacheError(f"{self.address} does not let us in: {answer.decode(errors='replace')}")

    def alive(self):
        return self.deaduntil <= time.time()

    def mark_dead(self, reason):
        self.deaduntil = time.time() + _DEAD_SECONDS
        self.close()
        LOG.debug("The cache server %s is left out: %s", self.address, reason)


class Client:
    """As oslo.cache and keystonemiddleware use it."""

    def __init__(self, servers, username=None, password=None, tls_context=None, **_):
        self._seal = Seal(os.environ.get(KEY, ""))
        self.servers = [_Server(address, username, password, tls_context) for address in servers]

    def get(self, key, default=None):
        name = _name(key)
        value = self._first(name, lambda server: server.get(name))
        value = None if value is None else self._seal.open(name, value)
        return default if value is None else value

    def get_multi(self, keys):
        found = ((key, self.get(key)) for key in keys)
        return {key: value for key, value in found if value is not None}

    def set(self, key, value, time=0, **_):
        return self._store("set", key, value, time)

    def add(self, key, value, time=0, **_):
        return self._store("add", key, value, time)

    def set_multi(self, mappings, time=0, **_):
        return [key for key, value in mappings.items() if not self.set(key, value, time)]

    def delete(self, key, **_):
        name = _name(key)
        return bool(self._first(name, lambda server: server.delete(name)))

    def delete_multi(self, keys, **_):
        return all([self.delete(key) for key in keys])

    def disconnect_all(self):
        for server in self.servers:
            server.close()

    def _store(self, verb, key, value, seconds):
        name = _name(key)
        seconds = int(seconds or 0)
        until = 0 if seconds <= 0 else seconds if seconds > _LONGEST else int(time.time()) + seconds
        sealed = self._seal.close(name, value, until)
        return bool(self._first(name, lambda server: getattr(server, verb)(name, sealed, expire=seconds)))

    def _first(self, name, call):
        """What the server says whose turn it is with this name; the next one's if it is away."""
        for server in sorted(self.servers, key=lambda server: hashlib.sha256(server.address.encode() + name).digest()):
            if not server.alive():
                continue
            try:
                return call(server)
            except (MemcacheServerError, MemcacheClientError) as error:
                # It is there and does not want this one, for example because it is too long.
                server.close()
                LOG.warning("The cache server %s refuses: %s", server.address, error)
                return None
            except Exception as error:  # whatever is wrong with the cache, the service goes on without
                LOG.warning("The cache server %s is left out for %d seconds: %s", server.address, _DEAD_SECONDS, error)
                server.mark_dead(error)
        return None


def _name(key):
    name = key if isinstance(key, bytes) else str(key).encode()
    return name if len(name) <= 250 and all(33 <= byte <= 126 for byte in name) else hashlib.sha256(name).hexdigest().encode()
