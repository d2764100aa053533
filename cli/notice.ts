/** Something that the command itself has to say while it runs. */
export interface Notice {
  readonly level: 'info' | 'warning'
  /** In English, one line. */
  readonly sentence: string
}
