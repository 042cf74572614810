"""What somebody can do with the login of an agent on a node; run where the agent runs."""

import configparser
import os

from keystoneauth1 import session
from keystoneauth1.identity import v3

conf = configparser.ConfigParser(strict=False, interpolation=None)
conf.read("/etc/nova/nova-compute.conf")
options = conf["placement"]
login = v3.ApplicationCredential(
    options["auth_url"],
    application_credential_id=os.environ["OS_PLACEMENT__APPLICATION_CREDENTIAL_ID"],
    application_credential_secret=os.environ["OS_PLACEMENT__APPLICATION_CREDENTIAL_SECRET"],
)
link = session.Session(login, verify=options.get("cafile", True))
for service, path in (
    ("placement", "/resource_providers"),
    ("identity", "/users"),
    ("compute", "/servers/detail?all_tenants=1"),
):
    where = {"service_type": service, "interface": "internal"}
    print(service, link.get(path, endpoint_filter=where, raise_exc=False).status_code)
