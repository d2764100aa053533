# requests with urllib3's Retry, configured as their documentation advises. Input and output are those of client.mjs.
import sys
from concurrent.futures import ThreadPoolExecutor

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

session = requests.Session()
retries = Retry(total=3, backoff_factor=1, status_forcelist=[429, 503])
session.mount("http://", HTTPAdapter(max_retries=retries))
print("ready", flush=True)
url, key = sys.stdin.read().split()


def call(_):
    try:
        reply = session.get(url + "/pets", headers={"Authorization": "Bearer " + key})
        print("through" if reply.ok else "gave up: %d" % reply.status_code, flush=True)
    except Exception as error:
        print("gave up: %.100s" % error, flush=True)


with ThreadPoolExecutor(6 if sys.argv[2] == "at-once" else 1) as pool:
    list(pool.map(call, range(6)))
