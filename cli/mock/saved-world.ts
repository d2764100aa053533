import { writeWhole, whyNotWritten } from '../../contract-tests/report/write-whole.ts'
import { ControlError } from '../../mock/core/world/control-error.ts'
import type { World } from '../../mock/index.ts'
import { ChoiceError } from '../../spec/choices.ts'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import { counted } from '../../spec/wording.ts'
import { CommandError } from '../environment/command-error.ts'
import type { After } from '../environment/environment.ts'
import type { Sources } from '../environment/sources.ts'
import type { Notice } from './log-lines.ts'

/** How long what has happened may be missing in the file, in milliseconds. */
const INTERVAL = 3000

/** Starts a world from a file that one was saved in; rejects with a CommandError that says what is wrong in it. */
export async function startFromFile(world: World, path: string, sources: Sources): Promise<void> {
  const text = await sources.read(path)
  try {
    world.startFrom(parseJson(text))
  } catch (error) {
    const isBad =
      error instanceof SyntaxError || error instanceof ControlError || error instanceof ChoiceError
    if (!isBad) throw error
    throw new CommandError(`${sources.nameOf(path)} is no saved world: ${error.message}`, { cause: error })
  }
}

export interface SavePorts {
  readonly after: After
  readonly notify: (notice: Notice) => void
  /** Writes a file whole or not at all. */
  readonly write?: (path: string, text: string) => Promise<void>
}

/**
 * Saves a world to a file some seconds after something has happened in it, again and again; what cannot be written is reported
 * once, until it can be again. Returns a function that saves it a last time and ends that.
 */
export function saveToFile(
  world: World,
  path: string,
  { after, notify, write = writeWhole }: SavePorts,
): () => Promise<void> {
  let cancel: (() => void) | undefined
  let saving = Promise.resolve()
  let isReported = false

  const save = async (): Promise<void> => {
    try {
      await write(path, `${stringifyJson(world.snapshot())}\n`)
      isReported = false
    } catch (error) {
      if (!isReported)
        notify({ level: 'warning', sentence: `${path} cannot be written: ${whyNotWritten(error)}` })
      isReported = true
    }
  }
  const happened = (): void => {
    cancel ??= after(INTERVAL, () => {
      cancel = undefined
      saving = saving.then(save)
    })
  }
  const unsubscribe = world.subscribe(happened)
  happened()
  return async () => {
    unsubscribe()
    cancel?.()
    await saving
    await save()
    if (!isReported)
      notify({ level: 'info', sentence: `saved to ${path}: ${counted(world.pets.size, 'pet')}` })
  }
}
