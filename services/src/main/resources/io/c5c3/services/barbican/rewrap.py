"""Wraps the keys of all projects with the first key, and fails unless each then is.

barbican-manage simple_crypto rewrap_pkek does the same, and ends with 0 whatever happened; so its work is done here by its own class, and
then the database is asked.
"""

import sys

from barbican.cmd import simple_crypto
from barbican.model import models
from cryptography import fernet

conf = simple_crypto.CONF
rewrap = simple_crypto.SimpleCryptoKEKRewrap(conf)
rewrap.execute(dry_run=False)

first = fernet.Fernet(conf.simple_crypto_plugin.kek[0])
wrapped, left = 0, []
with rewrap.db_session.begin() as transaction:
    keys = transaction.session.query(models.KEKDatum).filter_by(plugin_name=rewrap.plugin_name)
    # One without content was begun and never used.
    for key in keys.filter(models.KEKDatum.plugin_meta.is_not(None)):
        try:
            first.decrypt(key.plugin_meta)
            wrapped += 1
        except fernet.InvalidToken:
            left.append(key.id)
if left:
    sys.exit(f"{len(left)} keys of projects cannot be wrapped with the first key: {', '.join(left[:10])}")
print(f"{wrapped} keys of projects are wrapped with the first key.")
