/** A page that `lab/scripts/build-pages.ts` has built. */
export interface BuiltPage {
  /** Its folder in `built/`. */
  readonly folder: string
  /** Its path below `/_mock`, with a slash at the end. */
  readonly path: string
  /** The files beside its index.html, with their Content-Types. */
  readonly files: Readonly<Record<string, string>>
  /** The directives of its Content-Security-Policy, without the common ones. */
  readonly policy: readonly string[]
}

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

export const roomPage: BuiltPage = {
  folder: 'room',
  path: '/',
  files: { 'room.js': SCRIPT, 'room.css': STYLE, 'room.svg': 'image/svg+xml' },
  // No text of a request can become code or markup.
  policy: ["img-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
}

export const docsPage: BuiltPage = {
  folder: 'docs',
  path: '/docs/',
  files: { 'docs.js': SCRIPT, 'docs.css': STYLE },
  // Swagger UI has data: icons in its style sheet. It sets descriptions, sanitized by DOMPurify, as markup, which Trusted
  // Types would block.
  policy: ["img-src 'self' data:"],
}

/** The common directives: scripts and styles only from the page's own files, nothing from other origins, no frames. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** The headers of each file of a page, without those of its content. */
export function headersOf({ policy }: Pick<BuiltPage, 'policy'>): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': [...POLICY, ...policy].join('; '),
  }
}

/** The files of a page, with their Content-Types. */
export function typesOf({ files }: Pick<BuiltPage, 'files'>): ReadonlyMap<string, string> {
  return new Map(Object.entries({ 'index.html': HTML, ...files }))
}
