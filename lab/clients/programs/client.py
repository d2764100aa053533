# Libraries of Python, each configured as its documentation advises: `python3 client.py <name> <one-by-one|at-once>`. Input and
# output are those of client.mjs.
import sys
from concurrent.futures import ThreadPoolExecutor

import requests


def get(url, key):
    reply = requests.get(url, headers={"Authorization": "Bearer " + key})
    reply.raise_for_status()


def urllib3():
    from requests.adapters import HTTPAdapter
    from urllib3.util import Retry

    session = requests.Session()
    retries = Retry(total=3, backoff_factor=1, status_forcelist=[429, 503])
    session.mount("http://", HTTPAdapter(max_retries=retries))

    def call(url, key):
        reply = session.get(url, headers={"Authorization": "Bearer " + key})
        reply.raise_for_status()

    return call


def tenacity():
    from tenacity import retry, stop_after_attempt, wait_exponential

    return retry(wait=wait_exponential(multiplier=1, min=4, max=10), stop=stop_after_attempt(7))(get)


def backoff_expo():
    import backoff

    return backoff.on_exception(backoff.expo, requests.exceptions.RequestException, max_tries=8, jitter=None)(get)


def backoff_runtime():
    import backoff

    @backoff.on_predicate(
        backoff.runtime,
        predicate=lambda reply: reply.status_code == 429,
        value=lambda reply: int(reply.headers.get("Retry-After")),
        jitter=None,
    )
    def ask(url, key):
        return requests.get(url, headers={"Authorization": "Bearer " + key})

    return lambda url, key: ask(url, key).raise_for_status()


def python_gitlab():
    import gitlab

    # Its own API is elsewhere: a whole address is asked as it is.
    return lambda url, key: gitlab.Gitlab(url, oauth_token=key).http_get(url)


call = globals()[sys.argv[1]]()
print("ready", flush=True)
url, key = sys.stdin.read().split()


def call_and_report(limit):
    try:
        call(url + "/pets?limit=%d" % limit, key)
        sys.stdout.write("through\n")
    except Exception as error:
        sys.stdout.write("gave up: %.100r\n" % error)


with ThreadPoolExecutor(6 if sys.argv[2] == "at-once" else 1) as pool:
    list(pool.map(call_and_report, range(1, 7)))
