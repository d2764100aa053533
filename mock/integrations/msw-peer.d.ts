// What is asked of MSW, an optional peer; integrations/ holds it against the real one.
declare module 'msw' {
  export interface HttpHandler {
    run(given: { request: Request; requestId: string }): Promise<unknown>
  }
  export const http: {
    all(
      predicate: (given: { request: Request }) => boolean,
      resolver: (given: { request: Request }) => Promise<Response>,
    ): HttpHandler
  }
  export const HttpResponse: { error(): Response }
}
