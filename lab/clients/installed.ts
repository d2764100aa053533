import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manner, Stated } from './contenders.ts'

/** A client with its command; without a version where it cannot run. */
export interface Runnable extends Stated {
  readonly version: string | undefined
  readonly command: (manner: Manner) => readonly [string, ...string[]]
  /** The Debian packages that are not installed. */
  readonly lacks: string | undefined
}

interface Debian extends Stated {
  /** The client's package, whose version is shown, and what its program needs besides. */
  readonly packages: readonly [string, ...string[]]
  readonly command: Runnable['command']
  /** Reads the version of what runs, where that need not be Debian's. */
  readonly version?: () => string | undefined
}

const AUTHORIZATION = '-H "Authorization: Bearer $KEY"'
/** Debian's libraries of Python are those of its own interpreter. */
const python = (name: string): Debian['command'] => {
  return (manner) => ['/usr/bin/python3', 'client.py', name, manner]
}
const go = (name: string): Debian['command'] => {
  return (manner) => [goProgram(), name, manner]
}
const php = (name: string): Debian['command'] => {
  return (manner) => ['php', 'client.php', name, manner]
}
const ruby = (name: string): Debian['command'] => {
  return (manner) => ['ruby', 'client.rb', name, manner]
}
const jars = ['httpclient5', 'httpcore5', 'httpcore5-h2', 'slf4j-api'].map(
  (jar) => `/usr/share/java/${jar}.jar`,
)

const clients: Readonly<Record<string, Debian>> = {
  'curl --retry 5': {
    packages: ['curl'],
    command: sixTimes(`curl -sf -o /dev/null --retry 5 ${AUTHORIZATION} "$URL/pets?limit=$LIMIT"`),
    waitsFor: 'both',
  },
  'curl --retry 5, at once with -Z': {
    packages: ['curl'],
    command: (manner) => {
      const flags = `${manner === 'at-once' ? '-Z ' : ''}-sf -o /dev/null -w '%{http_code}\\n' --retry 5`
      const replies = `curl ${flags} ${AUTHORIZATION} "$URL/pets?limit=[1-6]"`
      return shell(
        `${replies} | while read -r STATUS; do [ $STATUS = 200 ] && echo through || echo gave up: $STATUS; done`,
      )
    },
    waitsFor: 'both',
  },
  'wget --retry-on-http-error': {
    packages: ['wget'],
    command: sixTimes(
      'wget -q -O /dev/null --tries=5 --retry-on-http-error=429 --header "Authorization: Bearer $KEY" "$URL/pets?limit=$LIMIT"',
    ),
    waitsFor: 'neither',
  },
  'urllib3 Retry (requests)': {
    packages: ['python3-urllib3', 'python3-requests'],
    // With whichever python3 comes first: pip has a newer one than Debian.
    command: (manner) => ['python3', 'client.py', 'urllib3', manner],
    version: () =>
      readOutput('python3', ['-c', 'import requests, urllib3; print(urllib3.__version__)'])?.trim(),
    waitsFor: 'both',
  },
  'tenacity, wait_exponential': {
    packages: ['python3-tenacity', 'python3-requests'],
    command: python('tenacity'),
    waitsFor: 'neither',
  },
  'backoff.expo': {
    packages: ['python3-backoff', 'python3-requests'],
    command: python('backoff_expo'),
    waitsFor: 'neither',
  },
  // Its README reads the header with `int()`.
  'backoff.runtime': {
    packages: ['python3-backoff', 'python3-requests'],
    command: python('backoff_runtime'),
    waitsFor: 'seconds',
  },
  // It reads the header with `int()`.
  'python-gitlab': { packages: ['python3-gitlab'], command: python('python_gitlab'), waitsFor: 'seconds' },
  'Go retryablehttp': {
    packages: ['golang-github-hashicorp-go-retryablehttp-dev'],
    command: go('go-retryablehttp'),
    waitsFor: 'seconds',
  },
  'Go autorest': {
    packages: ['golang-github-azure-go-autorest-dev'],
    command: go('go-autorest'),
    waitsFor: 'both',
  },
  'Go resty': {
    packages: ['golang-github-go-resty-resty-dev'],
    command: go('go-resty'),
    waitsFor: 'neither',
  },
  'Go cenkalti/backoff': {
    packages: ['golang-github-cenkalti-backoff-dev'],
    command: go('cenkalti/backoff'),
    waitsFor: 'neither',
  },
  'Guzzle, Middleware::retry': {
    packages: ['php-guzzlehttp-guzzle', 'php-cli', 'php-curl'],
    command: php('guzzle'),
    waitsFor: 'neither',
  },
  'Symfony RetryableHttpClient': {
    packages: ['php-symfony-http-client', 'php-cli', 'php-curl'],
    command: php('symfony'),
    waitsFor: 'both',
  },
  'Faraday, retry': { packages: ['ruby-faraday'], command: ruby('faraday'), waitsFor: 'both' },
  'Ruby retriable': { packages: ['ruby-retriable'], command: ruby('retriable'), waitsFor: 'neither' },
  'Excon, idempotent': { packages: ['ruby-excon'], command: ruby('excon'), waitsFor: 'neither' },
  'LWP::UserAgent::Determined': {
    packages: ['liblwp-useragent-determined-perl'],
    command: (manner) => ['perl', 'client.pl', manner],
    waitsFor: 'neither',
  },
  'Apache HttpClient 5': {
    packages: ['libhttpclient5-java', 'libslf4j-java', 'openjdk-17-jdk-headless'],
    command: (manner) => ['java', '-cp', jars.join(':'), 'Client.java', manner],
    waitsFor: 'both',
  },
}
/** What programs/client.go needs, whichever of its clients runs. */
const GO_PACKAGES = [
  'golang-go',
  ...Object.values(clients).flatMap(({ packages: [own] }) => (own.startsWith('golang-') ? [own] : [])),
]

/** By name, the tools and the libraries of other languages, which come from Debian's packages. */
export function installed(): Readonly<Record<string, Runnable>> {
  return Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, runnable(client)]))
}

function runnable({
  packages,
  command,
  waitsFor,
  version = () => readVersion(packages[0]),
}: Debian): Runnable {
  const needs = packages[0].startsWith('golang-') ? GO_PACKAGES : packages
  const number = version()
  const missing = needs.filter((one) => readVersion(one) === undefined)
  const runs = number !== undefined && (missing.length === 0 || packages[0] === 'python3-urllib3')
  return {
    version: runs ? `${packages[0]} ${number}` : undefined,
    command,
    waitsFor,
    lacks: runs ? undefined : missing.join(' '),
  }
}

function sixTimes(line: string): Debian['command'] {
  const call = `{ ${line} && echo through || echo gave up; }`
  return (manner) => shell(`for LIMIT in 1 2 3 4 5 6; do ${call} ${manner === 'at-once' ? '&' : '\n'} done`)
}

function shell(lines: string): readonly [string, ...string[]] {
  return ['sh', '-c', `echo ready; read -r URL KEY\n${lines}\nwait`]
}

const versions = new Map<string, string | undefined>()

/** The upstream version of an installed package, without Debian's epoch and revision. */
function readVersion(name: string): string | undefined {
  if (!versions.has(name)) {
    const found = readOutput('dpkg-query', ['-W', '-f=${db:Status-Status} ${Version}', name])
    const [status, version = ''] = found?.split(' ') ?? []
    versions.set(name, status === 'installed' ? /^(?:\d+:)?([\d.]+)/.exec(version)?.[1] : undefined)
  }
  return versions.get(name)
}

function readOutput(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

let built: string | undefined

/** programs/client.go, compiled once for this process. */
function goProgram(): string {
  if (built !== undefined && existsSync(built)) return built
  const folder = mkdtempSync(join(tmpdir(), 'petstore-clients-'))
  process.once('exit', () => {
    rmSync(folder, { recursive: true })
  })
  built = join(folder, 'client')
  execFileSync('go', ['build', '-o', built, 'client.go'], {
    cwd: join(import.meta.dirname, 'programs'),
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
    stdio: 'inherit',
  })
  return built
}
