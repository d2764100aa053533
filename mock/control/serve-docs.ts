import { servePage } from './serve-page.ts'

/** Serves the docs page. */
export const serveDocs = servePage({
  folder: 'docs',
  path: '/docs/',
  files: {
    'docs.js': 'text/javascript; charset=utf-8',
    'docs.css': 'text/css; charset=utf-8',
  },
  // The style of Swagger UI holds its icons. It makes markup of the descriptions, cleaned by DOMPurify, as text: no
  // trusted types.
  policy: ["img-src 'self' data:"],
})
