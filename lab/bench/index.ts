import { writeFile } from 'node:fs/promises'
import { measureCluster, noCluster } from './cluster.ts'
import { measureShards } from './shards.ts'
import { contenders, list, mock, operations } from './contenders.ts'
import { judgeGoals } from './goals.ts'
import { describeMachine, leaveServerCore, requireTools } from './machine.ts'
import { measureContenders, measurePetCounts } from './measure.ts'
import { report, type Figures } from './report.ts'
import { ask, startServer, stopAllOnExit, stopServer } from './server.ts'
import { CannotRun, readSettings, type Settings } from './settings.ts'

try {
  await bench()
} catch (error) {
  if (!(error instanceof CannotRun)) throw error
  console.error(`bench: ${error.message}`)
  process.exit(2)
}

async function bench(): Promise<void> {
  const settings = readSettings(process.argv.slice(2))
  requireTools()
  stopAllOnExit()
  const machine = describeMachine()
  leaveServerCore()

  const others = settings.clusterOnly
    ? { contenders: [], petCounts: [], goals: [] }
    : await measureOthers(settings)
  const [clustered, sharded] = [
    await onRedis(() => measureCluster(settings, progress)),
    await onRedis(() => measureShards(settings, progress)),
  ]
  const figures: Figures = {
    machine,
    settings,
    operations: operations.map(({ name }) => name),
    ...others,
    clustered,
    sharded,
  }
  console.log(report(figures))
  if (settings.jsonFile !== undefined) await save(figures, settings.jsonFile)
}

async function measureOthers(
  settings: Settings,
): Promise<Pick<Figures, 'contenders' | 'petCounts' | 'goals'>> {
  // The bare peers answer with the mock's own list, byte for byte; they inherit this variable.
  process.env['BENCH_PETS'] = await listOfMock()
  const measured = await measureContenders(contenders, settings, progress)
  const petCounts = await measurePetCounts(settings, progress)
  return { contenders: measured, petCounts, goals: judgeGoals(measured, petCounts) }
}

/** If what is in Redis cannot be measured, the report has the other figures; if it failed, the exit code is 2. */
async function onRedis<Measured>(measure: () => Promise<Measured[]>): Promise<Measured[]> {
  try {
    if (noCluster === undefined) return await measure()
    progress(`skipping the mocks on a Redis: ${noCluster}`)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    process.exitCode = 2
    progress(`the mocks on a Redis could not be measured: ${error.message}`)
  }
  return []
}

async function listOfMock(): Promise<string> {
  const server = await startServer(mock)
  const { text } = await ask(server, list)
  await stopServer(server)
  return text
}

async function save(figures: Figures, file: string): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
  } catch (error) {
    throw new CannotRun(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function progress(stage: string): void {
  console.error(`bench: ${stage}`)
}
