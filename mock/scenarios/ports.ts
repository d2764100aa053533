/** What a scenario needs of where it runs: a browser or Node. */
export interface ScenarioPorts {
  readonly fetch: Fetch
  /** Milliseconds, from any beginning; it never goes back. */
  readonly now: () => number
  /** Runs something after so many milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** The part of the Fetch standard that is needed. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly signal?: AbortSignal
  },
) => Promise<FetchReply>

export interface FetchReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}
