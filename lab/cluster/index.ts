// Runs several mocks as one service on this machine: `npm run cluster -- 3`.
import { once } from 'node:events'
import '../../cli/end-with-shell.mjs'
import { DEFAULT_PETS } from '../../fixtures/pets.ts'
import { noRedis } from './redis-server.ts'
import { startCluster } from './start-cluster.ts'

const HELP = `npm run cluster [-- N] [--shards N] [--port N] [flags of petstore mock]

Starts a Redis Cluster of some shards (3; 1 is a Redis by itself), N mocks (3) that store their state in it, and a front at a
port (4010) that passes each request to the next of them. Ctrl+C stops them all. docs/cluster.md says what such mocks promise.
`

/** Removes a flag from the others; returns its value. */
function extractFlag(flag: string, flags: string[]): string | undefined {
  const at = flags.indexOf(flag)
  return at < 0 ? undefined : flags.splice(at, 2)[1]
}

function wholeNumber(text: string, what: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new RangeError(`${what} must be a whole number from 1 to ${most}`)
}

async function run(args: readonly string[]): Promise<void> {
  if (noRedis !== undefined) throw new Error(noRedis)
  // A flag and its value may be one argument: --port=4011.
  const flags = args.flatMap((arg) => /^(--port|--pets|--shards)=(.*)$/.exec(arg)?.slice(1) ?? [arg])
  const port = wholeNumber(extractFlag('--port', flags) ?? '4010', '--port', 65_535)
  const shards = wholeNumber(extractFlag('--shards', flags) ?? '3', '--shards', 16)
  const count = /^\d/.test(flags[0] ?? '') ? flags.shift() : undefined
  const instances = wholeNumber(count ?? '3', 'The number of mocks', 64)
  // When the terminal is closed, Redis would outlive this process.
  const ending = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  await using cluster = await startCluster({ instances, shards, port, flags }).catch((error: unknown) => {
    if (!String(error).includes('EADDRINUSE')) throw error
    throw new Error(`Port ${port} is in use: stop the program that uses it, or choose another with --port`, {
      cause: error,
    })
  })
  const pets = flags.includes('--pets') ? Number(flags[flags.indexOf('--pets') + 1]) : DEFAULT_PETS
  const origins = cluster.instances().map(({ origin }) => origin)
  console.log(`${instances} mocks are one service at ${cluster.front}/v1

  Control room  ${cluster.front}/_mock/
  Its mocks     ${origins.join(' ')}
  Its Redis     ${cluster.store}${shards === 1 ? '' : `, one of ${shards} shards`}

  A pet that is added to one mock is on all:
  curl -H 'Authorization: Bearer free-demo-key' ${origins[0]}/v1/pets -H 'Content-Type: application/json' -d '{"name": "Rex", "categoryId": 4}'
  curl -sSi -H 'Authorization: Bearer free-demo-key' ${origins.at(-1)}/v1/pets/${pets + 1}

Ctrl+C stops them all.`)
  await ending
}

const args = process.argv.slice(2)
if (args.includes('--help')) process.stdout.write(HELP)
else {
  try {
    await run(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
