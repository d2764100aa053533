import type { After } from '../../spec/after.ts'
import type { FileAccess, Watch } from '../environment/environment.ts'
import { Sources } from '../environment/sources.ts'
import type { Notice } from './log-lines.ts'

// An editor makes several changes of one save.
const QUIET_FOR = 100

export interface ReloadPorts {
  readonly files: FileAccess
  readonly watch: Watch
  readonly after: After
  readonly notify: (notice: Notice) => void
  /** Reads everything again; what it returns puts it into force, and says what that was. */
  readonly read: (sources: Sources) => Promise<() => string>
}

/**
 * Watches the files of a reading, and applies them when one changes; a bad one is reported and changes nothing. Returns a
 * function that ends it.
 */
export function reloadOnChange(first: Sources, ports: ReloadPorts): () => Promise<void> {
  const { files, watch, after, notify, read } = ports
  const watched = new Set(first.paths)
  let last = first
  let ended = false
  let cancel = (): void => undefined
  let running: Promise<void> = Promise.resolve()

  const check = async (): Promise<void> => {
    const now = new Sources(files, 'readPlain')
    const apply = await read(now).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    if (apply instanceof Error) now.inherit(last)
    const changed = now.changedSince(last)
    last = now
    // An event alone says little: a file may have been touched, or saved as it was.
    if (changed.length === 0 || ended) return
    notify(applyAndDescribe(apply, changed))
    watcher.add(now.paths.filter((path) => !watched.has(path)))
    for (const path of now.paths) watched.add(path)
  }

  const watcher = watch(first.paths, () => {
    cancel()
    if (ended) return
    cancel = after(QUIET_FOR, () => {
      running = running.then(check)
    })
  })
  return async () => {
    ended = true
    cancel()
    watcher.close()
    await running
  }
}

/** Applies what was read, if possible, and describes the result. */
function applyAndDescribe(apply: Error | (() => string), changed: readonly string[]): Notice {
  try {
    if (apply instanceof Error) throw apply
    return { level: 'info', sentence: `${changed.join(' and ')} reloaded: ${apply()}` }
  } catch (error) {
    const why = withEnd(error instanceof Error ? error.message : String(error))
    return { level: 'warning', sentence: `${why} The old settings still apply` }
  }
}

function withEnd(sentence: string): string {
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`
}
