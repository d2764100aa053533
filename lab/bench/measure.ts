import { counted } from '../../spec/wording.ts'
import { listSold, mockWith, operations, type Contender } from './contenders.ts'
import {
  load,
  loadEvenly,
  processorSeconds,
  residentMegabytes,
  warmUp,
  type Load,
  type Sent,
} from './load.ts'
import { ask, startServer, stopServer, type Server } from './server.ts'
import { CannotRun, type Settings } from './settings.ts'

/** Lists have a sample per start or round; `replyBytes`, `loads` and `evenLoads` have an element per operation. */
export interface Measured {
  name: string
  replyBytes: number[]
  firstReplyMs: number[]
  /** Processor time until the first reply. */
  startSeconds: number[]
  residentMegabytes: number[]
  /** As fast as it answers. */
  loads: Load[][]
  /** At the same load for all. */
  evenLoads: Sent[][]
}

interface Entry {
  contender: Contender
  measured: Measured
}

/** Contenders take turns (A B C D A B C D), so that a slow moment of the machine hits all alike. */
export async function measureContenders(
  contenders: Contender[],
  settings: Settings,
  progress: (stage: string) => void,
): Promise<Measured[]> {
  const entries: Entry[] = []
  for (const contender of contenders) {
    entries.push({ contender, measured: await checkReplies(contender) })
  }
  for (let run = 1; run <= settings.starts; run++) {
    progress(`cold start ${run} of ${settings.starts}`)
    for (const entry of entries) await measureStart(entry)
  }
  for (let round = 1; round <= settings.rounds; round++) {
    progress(`round ${round} of ${settings.rounds}`)
    await measureSpeeds(entries, settings)
  }
  return entries.map(({ measured }) => measured)
}

/** Checks the replies. This start fills the disk cache, and is not timed. */
async function checkReplies(contender: Contender): Promise<Measured> {
  const server = await startServer(contender)
  const replyBytes: number[] = []
  for (const operation of operations) {
    const { status, text } = await ask(server, operation)
    if (status !== operation.status) {
      throw new CannotRun(`${contender.name} answers ${operation.name} with ${status}: ${text.slice(0, 200)}`)
    }
    replyBytes.push(Buffer.byteLength(text))
  }
  await stopServer(server)
  return {
    name: contender.name,
    replyBytes,
    firstReplyMs: [],
    startSeconds: [],
    residentMegabytes: [],
    loads: operations.map(() => []),
    evenLoads: operations.map(() => []),
  }
}

async function measureStart({ contender, measured }: Entry): Promise<void> {
  const server = await startServer(contender)
  measured.firstReplyMs.push(server.firstReplyMs)
  measured.startSeconds.push(processorSeconds(server))
  measured.residentMegabytes.push(residentMegabytes(server))
  await stopServer(server)
}

/** Fresh processes each round, so that no contender profits from a lucky compilation or from another's pets. */
async function measureSpeeds(entries: Entry[], settings: Settings): Promise<void> {
  const running: { server: Server; measured: Measured }[] = []
  for (const { contender, measured } of entries) {
    const server = await startServer(contender)
    running.push({ server, measured })
    await warmUp(server, operations, settings.warmUpSeconds)
  }
  for (const [index, operation] of operations.entries()) {
    for (const { server, measured } of running) {
      measured.loads[index]?.push(await load(server, [operation], settings.seconds))
    }
    for (const { server, measured } of running) {
      measured.evenLoads[index]?.push(await loadEvenly(server, operation, settings.seconds))
    }
  }
  for (const { server } of running) await stopServer(server)
}

export interface PetCount {
  pets: number
  /** How many keys take turns. */
  keys: number
  /** How many pets the list held: only if it is the same for all, the work is alike. */
  listed: number
  firstReplyMs: number
  startSeconds: number
  residentMegabytes: number
  loads: Load[]
}

const counts = [
  { pets: 100, keys: 1 },
  { pets: 10_000, keys: 1 },
  { pets: 1_000_000, keys: 1 },
  { pets: 100, keys: 200 },
]

/** The same list of mocks with ever more pets, and with many keys. They stay up and take turns, because a list changes nothing. */
export async function measurePetCounts(
  settings: Settings,
  progress: (stage: string) => void,
): Promise<PetCount[]> {
  const entries: { server: Server; measured: PetCount }[] = []
  for (const { pets, keys } of counts) {
    progress(`mock with ${counted(pets, 'pet')} and ${counted(keys, 'key')}`)
    const names = Array.from({ length: keys }, (_, at) => `bench-${at}`)
    const server = await startServer(mockWith(pets, { keys: names }))
    entries.push({ server, measured: await checkList(server, pets, keys) })
    await warmUp(server, [listSold], settings.warmUpSeconds)
  }
  for (let round = 1; round <= settings.rounds; round++) {
    progress(`number of pets, round ${round} of ${settings.rounds}`)
    for (const { server, measured } of entries) {
      measured.loads.push(await load(server, [listSold], settings.seconds))
    }
  }
  for (const { server } of entries) await stopServer(server)
  return entries.map(({ measured }) => measured)
}

async function checkList(server: Server, pets: number, keys: number): Promise<PetCount> {
  const startSeconds = processorSeconds(server)
  const { status, text } = await ask(server, listSold)
  const reply: unknown = status === listSold.status ? JSON.parse(text) : undefined
  if (!Array.isArray(reply)) {
    throw new CannotRun(
      `${server.contender.name} answers ${listSold.name} with ${status}: ${text.slice(0, 200)}`,
    )
  }
  return {
    pets,
    keys,
    listed: reply.length,
    firstReplyMs: server.firstReplyMs,
    startSeconds,
    residentMegabytes: residentMegabytes(server),
    loads: [],
  }
}
