import { stat } from 'node:fs/promises'
import { savedTo, writeWhole, whyNotWritten, type Text } from '../../contract-tests/report/write-whole.ts'
import { whyNotJson } from '../../fixtures/data-file.ts'
import { ControlError } from '../../mock/core/world/control-error.ts'
import type { Below, LaidOver } from '../../mock/core/world/laid-over.ts'
import type { SettingsKept } from '../../mock/core/world/snapshot.ts'
import type { World } from '../../mock/index.ts'
import { ChoiceError } from '../../spec/choices.ts'
import { parseWithLongList } from '../../spec/exact-json/long-list.ts'
import { counted } from '../../spec/wording.ts'
import { CommandError } from '../environment/command-error.ts'
import type { After } from '../../spec/after.ts'
import type { Sources } from '../environment/sources.ts'
import type { Notice } from './log-lines.ts'

/** How long after a change the world is saved, in milliseconds. */
const INTERVAL = 3000

/** How many times as long as a save has taken the next one waits at least: a large world is saved less often. */
const PAUSE = 4

/**
 * Starts a world from a file that one was saved in, with settings laid over it, and resolves with those below. Rejects with a
 * CommandError that says what is wrong in it.
 */
export async function startFromFile(
  world: World,
  path: string,
  sources: Sources,
  over: LaidOver = {},
): Promise<Below> {
  const name = sources.nameOf(path)
  try {
    const saved = await parseWithLongList(sources.readParts(path, '--world'), 'pets')
    if (typeof saved !== 'object' || saved === null || Array.isArray(saved))
      throw new CommandError(`${name} is no saved world: it must hold an object, as --save writes it`)
    return world.startFrom(saved, over)
  } catch (error) {
    const isBad =
      error instanceof SyntaxError || error instanceof ControlError || error instanceof ChoiceError
    if (!isBad) throw error
    // The engine's own message names an offset in a part of the file.
    const again = error instanceof SyntaxError ? await sources.readAgain(path) : undefined
    const why = again === undefined ? undefined : whyNotJson(again.replace(/^\uFEFF/, ''))
    throw new CommandError(`${name} ${why ?? `is no saved world: ${error.message}`}`, { cause: error })
  }
}

export interface SavePorts {
  /** Which settings of the world are saved; all, if undefined. */
  readonly kept?: SettingsKept
  readonly after: After
  /** Milliseconds, from any start. */
  readonly now: () => number
  readonly notify: (notice: Notice) => void
  /** Writes a file whole or not at all; resolves with whether its folder is new. */
  readonly write?: (path: string, text: Text) => Promise<boolean>
  /** Distinguishes what a file holds from what is written to it later; `undefined` where there is none. Never rejects. */
  readonly stamp?: (path: string) => Promise<string | undefined>
}

async function stampOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats && [stats.ino, stats.mtimeMs, stats.size].join()
}

/**
 * Saves a world to a file some seconds after something has happened in it, again and again; requests are answered meanwhile. What
 * cannot be written is reported once, until it can be again, and tried again; so is, once, that another program writes the file.
 * Returns a function that saves it a last time, ends that, and resolves with whether that save was written.
 */
export function saveToFile(
  world: World,
  path: string,
  { kept, after, now, notify, write = writeWhole, stamp = stampOf }: SavePorts,
): () => Promise<boolean> {
  let cancel: (() => void) | undefined
  let saving: Promise<void> | undefined
  let pause = INTERVAL
  let changes = 0
  let isReported = false
  let own: string | undefined
  let isShared = false

  const checkShared = async (): Promise<void> => {
    const found = own === undefined || isShared ? undefined : await stamp(path)
    if (found === undefined || found === own) return
    isShared = true
    const sentence = `${path} was changed by another program, and is replaced: give each mock a file of its own (--save)`
    notify({ level: 'warning', sentence })
  }
  /** Resolves with why it could not be written, if so. */
  const save = async (): Promise<string | undefined> => {
    const begin = now()
    try {
      await checkShared()
      const isInNewFolder = await write(path, world.snapshotText(kept))
      if (isInNewFolder) notify({ level: 'info', sentence: savedTo(path, true) })
      own = await stamp(path)
      return undefined
    } catch (error) {
      return `${path} cannot be written: ${whyNotWritten(error)}`
    } finally {
      pause = Math.max(INTERVAL, PAUSE * (now() - begin))
    }
  }
  const happened = (): void => {
    changes += 1
    if (!saving) cancel ??= after(pause, () => void (saving = saveAndGoOn()))
  }
  const saveAndGoOn = async (): Promise<void> => {
    cancel = undefined
    const before = changes
    const why = await save()
    if (why !== undefined && !isReported) notify({ level: 'warning', sentence: why })
    isReported = why !== undefined
    saving = undefined
    if (isReported || changes > before) happened()
  }
  const unsubscribe = world.subscribe(happened)
  happened()
  return async () => {
    unsubscribe()
    await saving
    cancel?.()
    const why = await save()
    if (why === undefined)
      notify({ level: 'info', sentence: `saved to ${path}: ${counted(world.pets.size, 'pet')}` })
    else notify({ level: 'warning', sentence: `${why}. The file lacks what has changed since the last save` })
    return why === undefined
  }
}
