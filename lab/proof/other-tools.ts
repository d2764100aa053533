import { runDredd } from '../../contract-tests/opinions/dredd/run-dredd.ts'
import { CannotJudge, lowerCaseNames, type ObservedExchange } from '../../contract-tests/opinions/judge.ts'
import { judgeExchange } from '../../contract-tests/opinions/prism/judge-exchange.ts'
import { serve } from './http-server.ts'
import { testService, type TestServiceOptions } from './test-service.ts'
import type { Overlay, Reply, ServiceRequest } from './violations/service.ts'

/** The exchanges of a run, as a validating proxy sees them. */
export class Traffic {
  readonly #exchanges: ObservedExchange[] = []

  /** Records a request and its reply. */
  readonly see = (request: ServiceRequest, reply: Reply): void => {
    this.#exchanges.push({
      method: request.method,
      path: request.path,
      requestHeaders: lowerCaseNames(request.headers),
      requestBody: request.body,
      status: reply.status,
      headers: lowerCaseNames(reply.headers),
      body: reply.body,
    })
  }

  /** Whether Prism's validators find a breach of the OpenAPI document in any of it. */
  async prismFindsFault(): Promise<boolean> {
    for (const exchange of this.#exchanges) if ((await judgeExchange(exchange)).length > 0) return true
    return false
  }
}

/** Whether Dredd, with the hooks that ask for every documented response, finds one that is not as documented. */
export async function dreddFindsFault(
  overlay: Overlay,
  { begins, mock }: Required<Pick<TestServiceOptions, 'begins' | 'mock'>>,
): Promise<boolean> {
  const { service, world } = await testService(overlay, { begins, mock })
  // If a window ended before or between its requests, the result would differ from run to run.
  world.clock.freeze()
  await using server = await serve(service)
  const dredd = { key: 'free-demo-key', control: world.keys, print: () => undefined }
  try {
    return (await runDredd({ baseUrl: server.baseUrl, ...dredd })) !== 0
  } catch (error) {
    if (error instanceof CannotJudge) return true
    throw error
  }
}
