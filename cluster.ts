import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// `npm run cluster -- 3`: a Redis, so many mocks on it, and a front that asks one after the other. For trying.

const FRONT = 4010
const REDIS = 4009
const USUAL = 3

const count = Number(process.argv[2] ?? USUAL)
if (!Number.isInteger(count) || count < 1 || count > 16)
  fail('Say how many mocks, from 1 to 16: npm run cluster -- 3')

const children: ChildProcess[] = []
const folder = await mkdtemp(join(tmpdir(), 'petstore-cluster-'))
let isEnding = false

process.once('SIGINT', end)
process.once('SIGTERM', end)

const redis = begin('redis-server', [
  '--port',
  String(REDIS),
  '--dir',
  folder,
  '--save',
  '',
  '--bind',
  '127.0.0.1',
])
redis.once('error', () => {
  fail('There is no redis-server on this machine: apt-get install redis-server, or brew install redis')
})
await until(redis, /Ready to accept connections/, `Redis does not start: is port ${REDIS} in use?`)

const ports = Array.from({ length: count }, (_, at) => FRONT + 1 + at)
await Promise.all(
  ports.map(async (port) => {
    const flags = ['--port', String(port), '--quiet', '--store', `redis://127.0.0.1:${REDIS}`]
    const mock = begin(process.execPath, [join(import.meta.dirname, 'cli/index.ts'), 'mock', ...flags])
    await until(mock, /Control room/, `The mock on port ${port} does not start: is that in use?`)
  }),
)

const agent = new Agent({ keepAlive: true })
let asked = 0
const front = createServer((incoming, outgoing) => {
  asked += 1
  const { method, url: path, headers } = incoming
  const port = ports[asked % ports.length]
  const passed = request({ host: '127.0.0.1', port, method, path, headers, agent }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
    reply.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
})
front.on('error', (error) => {
  fail(`Port ${FRONT}: ${error.message}`)
})
front.listen(FRONT, '127.0.0.1', () => {
  console.log(`${count} mocks, at ports ${ports.join(', ')}, are one service at http://127.0.0.1:${FRONT}/v1

  curl -H 'Authorization: Bearer free-demo-key' 'http://127.0.0.1:${FRONT}/v1/pets?limit=2'
  redis-cli -p ${REDIS} monitor

Ctrl-C stops them all.`)
})

function begin(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

async function until(child: ChildProcess, sign: RegExp, why: string): Promise<void> {
  child.once('exit', () => {
    if (!isEnding) fail(why)
  })
  for (;;) {
    const [text] = (await once(child.stdout ?? child, 'data')) as [unknown]
    if (sign.test(String(text))) break
  }
  child.stdout?.resume()
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
  end()
}

function end(): void {
  isEnding = true
  for (const child of children) child.kill('SIGTERM')
  void rm(folder, { recursive: true, force: true }).finally(() => process.exit())
}
