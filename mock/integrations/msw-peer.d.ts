// The part of MSW, an optional peer, that the mock uses. lab/integrations/ checks it against the real MSW.
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
