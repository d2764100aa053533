import type { After } from '../after.ts'
import type { FileAccess } from '../file-access.ts'
import type { Sink } from '../sink.ts'
import type { Watch } from '../mock/watch-files.ts'

/** All that the command has of the process it runs in. */
export interface Surroundings {
  /** What stands behind `petstore` on the command line. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdout: Sink
  readonly stderr: Sink
  /** Whether stdout shows colours. */
  readonly colours: boolean
  /** The width of stdout at the time, where it is a terminal. */
  readonly columns: number | undefined
  /** Its height. */
  readonly rows: number | undefined
  readonly files: FileAccess
  readonly watch: Watch
  readonly after: After
  /** Aborts when the command is to end; the reason is the name of the signal. */
  readonly ending: AbortSignal
}
