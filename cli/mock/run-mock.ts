import { removeUnfinished } from '../../contract-tests/report/write-whole.ts'
import { startMock } from '../../mock/index.ts'
import type { Mock } from '../../mock/mock.ts'
import { DEFAULT_PORT, HIGHEST_PORT } from '../../mock/address.ts'
import { DEFAULT_WORLD } from '../../mock/core/world/worlds.ts'
import { seedOf } from '../../mock/options.ts'
import type { Choices } from '../../spec/choices.ts'
import { CONTROL_TOKEN } from '../../spec/common-schemas.ts'
import { counted } from '../../spec/wording.ts'
import { ownVersion } from '../../spec/own-version.ts'
import { CommandError, explainFailure } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { createPaint } from '../environment/paint.ts'
import { Sources } from '../environment/sources.ts'
import { banner } from './banner.ts'
import type { DataFrom } from './data-from.ts'
import { TOKEN_VARIABLE, type MockFlags } from './mock-command.ts'
import { followMock } from './mock-log.ts'
import { findConfig, readSettings, type Settings } from './read-settings.ts'
import { OwnSettings } from './own-settings.ts'
import { reloadOnChange } from './reload.ts'
import { saveToFile, startFromFile } from './saved-world.ts'
import { startFacts, startLine } from './start-facts.ts'

/** How long running requests have to finish, in seconds. */
const GRACE = 5

/**
 * `petstore mock`: starts the mock, prints where it is, and resolves with the exit code when it has stopped: 0, or 1 if it could not
 * save its world. Rejects when it cannot start.
 */
export async function runMock(flags: MockFlags, environment: Environment): Promise<number> {
  const { stdout, files, watch, after, now } = environment
  const sources = new Sources(files)
  const layer = absolutePaths(flags, sources)
  const configFile = findConfig(flags.config, files)
  const written = await readSettings(layer, configFile, sources)
  const controlToken = tokenIn(environment.variables)
  const { world: saved, save: savedTo } = layer
  if (written.store !== undefined && (saved !== undefined || savedTo !== undefined)) {
    throw new CommandError('Use either --store, or --world and --save: a store saves its state itself')
  }
  // A pipe without a reader would hold up the end for ever.
  if (savedTo !== undefined && files.exists(savedTo) && !files.isPlain(savedTo)) {
    throw new CommandError(`${sources.nameOf(savedTo)} is no file that a world can be saved to`)
  }
  if (savedTo !== undefined) await removeUnfinished(savedTo)
  const data = await readDataFrom(layer, written, environment, sources)
  // A service is read once; the files are read again when they change.
  const withData = (settings: Settings): Settings =>
    data === undefined ? settings : { ...settings, options: { ...settings.options, pets: data.pets } }
  const settings = withData(written)
  const own = settings.store === undefined ? await start(settings, controlToken, environment) : undefined
  const mock = own ?? (await startShared(settings, controlToken, environment))
  // The file that it is to be saved to may not be there yet.
  const origin = saved !== undefined && (saved !== savedTo || files.exists(saved)) ? saved : undefined
  let { below } = settings
  if (own && origin !== undefined) {
    below = await startFromFile(own.world, origin, new Sources(files), layer).catch(
      async (error: unknown) => {
        await mock.stop(0)
        throw error
      },
    )
  }

  const ownSettings = own && new OwnSettings(own.world, layer, below)

  // A pipe, as of `--data <(…)`, can be read once only. Other mocks share what is in a store; a file beside one of them does not
  // put it back to its beginning.
  const watched = own && sources.paths.every((path) => files.isPlain(path)) ? sources.paths : []
  const paint = createPaint(environment.colours)
  const facts = await startFacts(mock, {
    version: ownVersion(),
    host: settings.host,
    quiet: settings.quiet,
    store: settings.store,
    // The user who set the token has it already, and many people read a log.
    ...(controlToken !== undefined && { token: `$${TOKEN_VARIABLE}` }),
    files: watched.map((path) => sources.nameOf(path)),
    world: saved === undefined ? undefined : sources.nameOf(saved),
  })
  const known = facts.keys.map(({ key }) => key)
  const log = followMock(mock, settings, known, environment, paint)
  stdout.write(settings.log === 'json' ? startLine(facts, mock.world.time) : banner(facts, paint))
  for (const notice of data?.notices ?? []) log.notify(notice)
  const unsettled = unsettledText(settings, await mock.choices.read())
  if (unsettled !== undefined) log.notify({ level: 'warning', sentence: unsettled })

  const endSaving =
    !own || savedTo === undefined
      ? undefined
      : saveToFile(own.world, savedTo, {
          kept: (present) => ownSettings?.of(present) ?? present,
          after,
          now,
          notify: log.notify,
        })

  const reading =
    (own: Mock) =>
    async (again: Sources): Promise<() => string> => {
      const next = withData(await readSettings(layer, configFile, again))
      const seed = await seedOf(next.options).catch((error: unknown) => {
        throw explainFailure(error, next)
      })
      return () => {
        log.muted(() => {
          // A world from a file has settings of its own, also one that has only been saved to it.
          own.worlds.reseed(seed, facts.world === undefined ? undefined : DEFAULT_WORLD)
        })
        if (facts.world === undefined) ownSettings?.restart(next.below)
        const [which, rest] =
          facts.world === undefined
            ? ['all', '']
            : ['the other', `; the default one, that of ${facts.world}, goes on`]
        const pets = counted(seed.pets.length, 'pet')
        return `${which} worlds start again, with ${pets}${rest}${restartHint(settings, next)}`
      }
    }
  const endWatch =
    !own || watched.length === 0
      ? undefined
      : reloadOnChange(sources, { files, watch, after, notify: log.notify, read: reading(own) })

  const { ending } = environment
  await aborted(ending)
  log.notify({
    level: 'info',
    sentence: `${String(ending.reason)}: no new requests are accepted; running requests have ${GRACE} s to finish`,
  })
  await endWatch?.()
  await mock.stop(GRACE * 1000)
  const isSaved = (await endSaving?.()) ?? true
  ownSettings?.end()
  await log.close()
  return isSaved ? 0 : 1
}

/** Loads what reads another service only for those who ask for it. */
async function readDataFrom(
  flags: MockFlags,
  settings: Settings,
  environment: Environment,
  sources: Sources,
): Promise<DataFrom | undefined> {
  if (flags.dataFrom === undefined) return undefined
  const { dataFrom } = await import('./data-from.ts')
  try {
    return await dataFrom(flags.dataFrom, flags, settings, environment, sources)
  } catch (error) {
    throw explainFailure(error, settings)
  }
}

async function start(
  settings: Settings,
  controlToken: string | undefined,
  { launch }: Environment,
): Promise<Mock> {
  try {
    const { options, port, host, allowOrigins, memory } = settings
    return await startMock({ ...options, port, host, allowOrigins, memory, controlToken })
  } catch (error) {
    throw explainFailure(error, settings, launch(`mock --port ${anotherPort(settings)}`))
  }
}

/** At which open points the mock cannot do as the service that a file of choices is of, and what it does instead. */
function unsettledText({ others, unseen }: Settings, inForce: Choices): string | undefined {
  const groups = [
    { ids: others, why: 'the service shows none of the variants' },
    { ids: unseen.filter((id) => !others.includes(id)), why: 'not observed, or only in part' },
  ].filter(({ ids }) => ids.length > 0)
  if (groups.length === 0) return undefined
  const count = groups.reduce((sum, { ids }) => sum + ids.length, 0)
  const texts = groups.map(({ ids, why }) => `${ids.map((id) => `${id}=${inForce[id]}`).join(', ')} (${why})`)
  return `the file of choices does not settle ${counted(count, 'open point')}; this mock uses ${texts.join('; ')}`
}

function anotherPort({ port }: Settings): number {
  return port < DEFAULT_PORT || port === HIGHEST_PORT ? DEFAULT_PORT : port + 1
}

/** The token that the control API demands from elsewhere, where it is set. */
function tokenIn({ [TOKEN_VARIABLE]: token }: Environment['variables']): string | undefined {
  if (token === undefined || new RegExp(CONTROL_TOKEN.pattern).test(token)) return token
  throw new CommandError(
    `${TOKEN_VARIABLE} must be ${CONTROL_TOKEN.description}: without it, the mock makes one up`,
  )
}

async function startShared(
  settings: Settings,
  controlToken: string | undefined,
  { launch }: Environment,
): Promise<Mock<true>> {
  try {
    const { options, port, host, allowOrigins, memory, store = '' } = settings
    return await startMock({ ...options, port, host, allowOrigins, memory, store, controlToken })
  } catch (error) {
    throw explainFailure(error, settings, launch(`mock --port ${anotherPort(settings)}`))
  }
}

function absolutePaths(flags: MockFlags, sources: Sources): MockFlags {
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : sources.resolve(path)
  const { data, saveData, choicesFile, world, save } = flags
  return {
    ...flags,
    data: absolute(data),
    saveData: absolute(saveData),
    choicesFile: absolute(choicesFile),
    world: absolute(world),
    save: absolute(save),
  }
}

function restartHint(now: Settings, next: Settings): string {
  const names = (['port', 'host', 'log', 'quiet', 'allowOrigins', 'memory', 'store'] as const).filter(
    (name) => String(now[name]) !== String(next[name]),
  )
  return names.length === 0 ? '' : `; restart for the new ${names.join(', ')}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve()
        },
        { once: true },
      )
  })
}
