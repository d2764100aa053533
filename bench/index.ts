import { writeFile } from 'node:fs/promises'
import { ask } from './ask.ts'
import { CannotRun } from './cannot-run.ts'
import { contenders, mock } from './contenders.ts'
import { judgeGoals } from './goals.ts'
import { describeMachine, leaveServerCore, requireTools } from './machine.ts'
import { measureContenders } from './measure-contenders.ts'
import { measurePetCounts } from './measure-pet-counts.ts'
import { list, operations } from './operations.ts'
import { stopAllOnExit } from './processes.ts'
import { report, type Figures } from './report.ts'
import { startServer, stopServer } from './server.ts'
import { readSettings } from './settings.ts'

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

  // The bare peers answer the mock's own list, byte for byte; they inherit it.
  process.env['BENCH_PETS'] = await listOfMock()
  const measured = await measureContenders(contenders, settings, progress)
  const petCounts = await measurePetCounts(settings, progress)
  const goals = judgeGoals(measured, petCounts)

  const figures: Figures = {
    machine,
    settings,
    operations: operations.map(({ name }) => name),
    contenders: measured,
    petCounts,
    goals,
  }
  console.log(report(figures))
  if (settings.jsonFile !== undefined) await save(figures, settings.jsonFile)
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
