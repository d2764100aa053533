import { runDredd, type KeyControl } from '../opinions/dredd/run-dredd.ts'
import { CannotJudge, lowerCaseNames, type ObservedExchange } from '../opinions/judge.ts'
import { judgeExchange } from '../opinions/prism/judge-exchange.ts'
import type { Ask, Reply } from './violations/service.ts'

/** The traffic of a run as a validating proxy sees it. */
export class Traffic {
  readonly #seen: ObservedExchange[] = []

  /** Takes note of a request and its reply. */
  readonly see = (ask: Ask, reply: Reply): void => {
    this.#seen.push({
      method: ask.method,
      path: ask.path,
      requestHeaders: lowerCaseNames(ask.headers),
      requestBody: ask.body,
      status: reply.status,
      headers: lowerCaseNames(reply.headers),
      body: reply.body,
    })
  }

  /** Whether Prism's validators find a breach of the OpenAPI document in any of it. */
  async prismFindsFault(): Promise<boolean> {
    for (const exchange of this.#seen) if ((await judgeExchange(exchange)).length > 0) return true
    return false
  }
}

/** Whether Dredd, with the hooks that ask for every documented response, finds one that is not as documented. */
export async function dreddFindsFault(baseUrl: string, control: KeyControl): Promise<boolean> {
  try {
    const exitCode = await runDredd({ baseUrl, key: 'free-demo-key', control, print: () => undefined })
    return exitCode !== 0
  } catch (error) {
    if (error instanceof CannotJudge) return true
    throw error
  }
}
