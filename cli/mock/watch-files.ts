/** Watches files until it is closed. */
export interface Watcher {
  add(paths: readonly string[]): void
  close(): Promise<void>
}

/** Calls back once it is ready, at each change, and with an error where it cannot watch. */
export type Watch = (paths: readonly string[], onChange: (error?: Error) => void) => Promise<Watcher>

/** Watches by the file system's own notifications; loads when there is a file to watch. */
export const watchFiles: Watch = async (paths, onChange) => {
  const { watch } = await import('chokidar')
  const watcher = watch([...paths], { ignoreInitial: true })
  watcher.on('all', () => {
    onChange()
  })
  // What changed before the watcher was ready has no event of its own.
  watcher.on('ready', () => {
    onChange()
  })
  watcher.on('error', (error) => {
    onChange(error instanceof Error ? error : new Error(String(error)))
  })
  return {
    add: (more) => {
      watcher.add([...more])
    },
    close: () => watcher.close(),
  }
}
