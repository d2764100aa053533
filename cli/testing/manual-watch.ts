import type { Watch } from '../mock/watch-files.ts'

/** A watcher whose changes are made by hand. */
export class ManualWatch {
  readonly watched: string[] = []
  isClosed = false
  #onChange: (error?: Error) => void = () => undefined

  readonly watch: Watch = (paths, onChange) => {
    this.watched.push(...paths)
    this.#onChange = onChange
    return Promise.resolve({
      add: (more) => void this.watched.push(...more),
      close: () => {
        this.isClosed = true
        return Promise.resolve()
      },
    })
  }

  change(error?: Error): void {
    this.#onChange(error)
  }
}
