/** Where text goes: the part of a Node stream that the command needs. */
export interface Sink {
  /** False when the reader is behind; the sink tells when it has caught up. `done` is called with or without an error. */
  write(text: string, done?: (error?: Error | null) => void): boolean
  once(event: 'drain', listener: () => void): unknown
}
