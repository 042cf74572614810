"""Tries the cache's client with the libraries that use it, against a memcached that asks for a login over TLS.

    check.py              a few lines that behave like one, for the build of the image
    check.py MEMCACHED    the program itself
"""

import datetime
import ipaddress
import json
import logging
import os
import pickle
import pickletools
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

os.environ["C5C3_CACHE_KEY"] = "one key"

import bmemcached  # noqa: E402
import pymemcache  # noqa: E402
from keystonemiddleware.auth_token import _cache as middleware  # noqa: E402
from oslo_cache import core  # noqa: E402
from oslo_config import cfg  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()
USER, PASSWORD = "memcached", "secret"
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None


def path(name):
    return os.path.join(FOLDER.name, name)


def write(name, content):
    with open(path(name), "wb") as file:
        file.write(content)


def certificate():
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cache")])
    now = datetime.datetime.now(datetime.timezone.utc)
    cert = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.KeyUsage(True, False, False, False, False, True, True, False, False), critical=True
        )
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            ),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    write("tls.crt", cert.public_bytes(serialization.Encoding.PEM))
    write(
        "tls.key",
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
    )


class Lines(socketserver.StreamRequestHandler):
    """What the check needs of memcached's protocol."""

    items = {}

    def handle(self):
        known = False
        try:
            while line := self.rfile.readline():
                words = line.split()
                value = self.rfile.read(int(words[4]) + 2)[:-2] if words[0] in (b"set", b"add") else None
                if not known:
                    known = words[0] == b"set" and value == f"{USER} {PASSWORD}".encode()
                    self.wfile.write(b"STORED\r\n" if known else b"CLIENT_ERROR authentication failure\r\n")
                elif words[0] == b"get":
                    if words[1] in self.items:
                        flags, held = self.items[words[1]]
                        self.wfile.write(b"VALUE %s %s %d\r\n%s\r\n" % (words[1], flags, len(held), held))
                    self.wfile.write(b"END\r\n")
                elif words[0] == b"delete":
                    gone = self.items.pop(words[1], None)
                    self.wfile.write(b"NOT_FOUND\r\n" if gone is None else b"DELETED\r\n")
                elif words[0] == b"add" and words[1] in self.items:
                    self.wfile.write(b"NOT_STORED\r\n")
                else:
                    self.items[words[1]] = (words[2], value)
                    self.wfile.write(b"STORED\r\n")
        except OSError:
            return


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def finish_request(self, request, client_address):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path("tls.crt"), path("tls.key"))
        try:
            super().finish_request(context.wrap_socket(request, server_side=True), client_address)
        except OSError:
            return


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start():
    """The port of a server, and how to stop it."""
    port = free_port()
    if PROGRAM is None:
        server = Server(("127.0.0.1", port), Lines)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return port, server.shutdown
    write("logins", f"{USER}:{PASSWORD}\n".encode())
    arguments = ["-u", "root", "-l", "127.0.0.1", "-p", str(port), "-Z", "-Y", path("logins")]
    extended = f"ssl_chain_cert={path('tls.crt')},ssl_key={path('tls.key')}"
    process = subprocess.Popen([PROGRAM, *arguments, "-o", extended])
    while process.poll() is None and socket.socket().connect_ex(("127.0.0.1", port)):
        time.sleep(0.05)
    return port, process.kill


class Run:
    """Whoever makes this out of a pickle has run it."""

    def __reduce__(self):
        return open, (path("ran"), "w")


class Check(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        certificate()
        cls.port, stop = start()
        cls.addClassCleanup(stop)
        cls.trust = ssl.create_default_context(cafile=path("tls.crt"))

    def setUp(self):
        if os.path.exists(path("ran")):
            os.remove(path("ran"))

    def client(self, password=PASSWORD, trust=None, port=None):
        return bmemcached.Client([f"localhost:{port or self.port}"], USER, password, trust or self.trust)

    def plant(self, name, value, flags):
        """By somebody who may write into the cache and does not know the key."""
        server = self.client().servers[0]
        self.assertTrue(server.set(name, value, flags=flags))
        server.close()

    def region(self, port=None):
        conf = cfg.ConfigOpts()
        core.configure(conf)
        conf([])
        options = {
            "enabled": True,
            "backend": "oslo_cache.memcache_pool",
            "memcache_servers": [f"localhost:{port or self.port}"],
            "memcache_sasl_enabled": True,
            "memcache_username": USER,
            "memcache_password": PASSWORD,
            "tls_enabled": True,
            "tls_cafile": path("tls.crt"),
        }
        for option, value in options.items():
            conf.set_override(option, value, "cache")
        return core.configure_cache_region(conf, core.create_region())

    def tokens(self, key="secret"):
        cache = middleware.SecureTokenCache(
            logging.getLogger("check"),
            "ENCRYPT",
            key,
            cache_time=300,
            memcached_servers=[f"localhost:{self.port}"],
            tls_context=self.trust,
            tls_enabled=True,
            sasl_enabled=True,
            username=USER,
            password=PASSWORD,
            maxsize=10,
            unused_timeout=60,
            conn_get_timeout=10,
        )
        cache.initialize({})
        return cache

    def test_what_is_put_in_comes_out(self):
        region = self.region()
        for value in ({"a": [1, None]}, "text", b"bytes", 7, None, (datetime.datetime(2026, 1, 1), True)):
            region.set("put", value)
            self.assertEqual(region.get("put"), value)
        region.set_multi({"one": 1, "two": 2})
        self.assertEqual(region.get_multi(["one", "none", "two"]), [1, core.NO_VALUE, 2])
        region.delete("one")
        self.assertIs(region.get("one"), core.NO_VALUE)

    def test_results_are_remembered(self):
        region, calls = self.region(), []

        @region.cache_on_arguments()
        def answer(question):
            calls.append(question)
            return [question]

        self.assertEqual([answer("why"), answer("why")], [["why"], ["why"]])
        self.assertEqual(calls, ["why"])

    def test_a_planted_pickle_does_not_run(self):
        planted = pickle.dumps(Run())
        pickletools.dis(planted, out=open(os.devnull, "w"))
        region = self.region()
        for flags in (0, 1, 2, 4, 8, 16, 255):
            for name in ("planted", core._sha1_mangle_key("planted")):
                self.plant(name, planted, flags)
            self.assertIs(region.get("planted"), core.NO_VALUE)
            self.assertIsNone(self.client().get("planted"))
            self.assertFalse(os.path.exists(path("ran")))

    def test_the_planted_pickle_is_a_real_one(self):
        self.plant("real", pickle.dumps(Run()), 1)
        usual = self.client().servers[0]
        usual.serde = pymemcache.serde.pickle_serde
        usual.get("real").close()
        self.assertTrue(os.path.exists(path("ran")))

    def test_a_planted_token_is_none(self):
        cache = self.tokens()
        cache.set("real", {"token": "real"})
        self.assertEqual(cache.get("real"), {"token": "real"})
        planted = json.dumps({"access": "everything"}).encode()
        for name in (cache._get_cache_key("planted")[0], middleware.TokenCache._CACHE_KEY_TEMPLATE % "planted"):
            self.plant(name, planted, 0)
        self.assertIsNone(cache.get("planted"))
        self.assertIsNone(self.tokens("other").get("real"))

    def test_no_value_takes_the_place_of_another(self):
        client = self.client()
        client.set("mine", "me")
        stolen = client.servers[0].get("mine")
        self.plant("yours", stolen, 0)
        self.assertIsNone(client.get("yours"))
        self.plant("mine", stolen[:-1] + bytes([stolen[-1] ^ 1]), 0)
        self.assertIsNone(client.get("mine"))

    def test_what_was_good_for_a_while_does_not_come_back(self):
        seal = bmemcached.Seal("one key")
        self.plant("old", seal.close(b"old", "value", int(time.time()) - 1), 0)
        self.assertIsNone(self.client().get("old"))
        self.plant("old", seal.close(b"old", "value", int(time.time()) + 60), 0)
        self.assertEqual(self.client().get("old"), "value")

    def test_another_key_finds_nothing_and_may_begin_anew(self):
        self.client().set("changed", "before")
        os.environ["C5C3_CACHE_KEY"] = "another key"
        self.addCleanup(os.environ.update, {"C5C3_CACHE_KEY": "one key"})
        self.assertIsNone(self.client().get("changed"))
        self.assertTrue(self.client().set("changed", "after"))
        self.assertEqual(self.client().get("changed"), "after")

    def test_nobody_gets_in_without_the_password(self):
        client = self.client(password="wrong")
        self.assertFalse(client.set("a", "b"))
        self.assertIsNone(client.get("a"))
        with self.assertRaisesRegex(pymemcache.MemcacheError, "does not let us in"):
            self.client(password="wrong").servers[0].get("a")

    def test_nobody_else_is_taken_for_the_server(self):
        with self.assertRaises(ssl.SSLCertVerificationError):
            self.client(trust=ssl.create_default_context()).servers[0].get("a")

    def test_nothing_is_said_in_the_clear(self):
        plain = pymemcache.Client(("127.0.0.1", self.port), timeout=2)
        with self.assertRaises((OSError, pymemcache.MemcacheError)):
            plain.version()

    def test_a_cache_that_is_away_is_no_failure(self):
        region = self.region(port=free_port())
        region.set("a", "b")
        self.assertIs(region.get("a"), core.NO_VALUE)

    def test_another_server_is_asked_when_one_is_away(self):
        client = bmemcached.Client([f"localhost:{free_port()}", f"localhost:{self.port}"], USER, PASSWORD, self.trust)
        for number in range(20):
            self.assertTrue(client.set(f"number/{number}", number))
            self.assertEqual(client.get(f"number/{number}"), number)


if __name__ == "__main__":
    logging.disable(logging.ERROR)
    unittest.main(warnings="ignore")
