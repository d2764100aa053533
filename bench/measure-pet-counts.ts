import { ask } from './ask.ts'
import { CannotRun } from './cannot-run.ts'
import { mockWith } from './contenders.ts'
import { load, warmUp, type Load } from './load.ts'
import { listSold } from './operations.ts'
import { startServer, stopServer, type Server } from './server.ts'
import { residentMegabytes } from './server-usage.ts'
import type { Settings } from './settings.ts'

export interface PetCount {
  pets: number
  /** How many the list held: the work is alike only if it is the same for all. */
  listed: number
  firstReplyMs: number
  residentMegabytes: number
  loads: Load[]
}

export const petCounts = [100, 10_000, 1_000_000]

/** A list changes nothing, so the mocks stay up and take turns. */
export async function measurePetCounts(
  settings: Settings,
  progress: (stage: string) => void,
): Promise<PetCount[]> {
  const entries: { server: Server; measured: PetCount }[] = []
  for (const pets of petCounts) {
    progress(`mock with ${pets} pets`)
    const server = await startServer(mockWith(pets))
    entries.push({ server, measured: await firstLook(server, pets) })
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

async function firstLook(server: Server, pets: number): Promise<PetCount> {
  const { status, text } = await ask(server, listSold)
  const reply: unknown = status === listSold.status ? JSON.parse(text) : undefined
  if (!Array.isArray(reply)) {
    throw new CannotRun(
      `${server.contender.name} answers ${listSold.name} with ${status}: ${text.slice(0, 200)}`,
    )
  }
  return {
    pets,
    listed: reply.length,
    firstReplyMs: server.firstReplyMs,
    residentMegabytes: residentMegabytes(server),
    loads: [],
  }
}
