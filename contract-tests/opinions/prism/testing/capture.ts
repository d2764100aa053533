import type { JudgedExchange } from '../judged-exchange.ts'

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request, and has it and its reply as Prism judges them. */
export async function capture(baseUrl: string, asked: Asked): Promise<JudgedExchange> {
  const { method = 'GET', path, headers = {}, body } = asked
  const response = await fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) })
  return {
    method,
    path,
    requestHeaders: headers,
    requestBody: body,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}
