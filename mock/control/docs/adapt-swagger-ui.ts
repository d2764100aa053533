import type { Plugin, Response } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'

/** Shows JSON digit for digit: Swagger UI itself rounds integers beyond 2^53. */
export const exactReplies: Plugin = ({ React: { createElement }, getComponent }) => ({
  wrapComponents: {
    responseBody: (ResponseBody) => (reply) => {
      if (!/json/i.test(reply.contentType ?? '')) return createElement(ResponseBody, reply)
      const look = { language: 'json', downloadable: true, fileName: 'response.json', canCopy: true }
      const code = createElement(getComponent('HighlightCode', true), look, indent(reply.content))
      return createElement('div', null, createElement('h5', null, 'Response body'), code)
    },
  },
})

function indent(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    // Truncated, or not JSON.
    return text
  }
}

/** Joins the headers that Swagger UI has split at their commas, such as dates. */
export function joinHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(response.headers)) {
    if (Array.isArray(value)) response.headers[name] = value.join(', ')
  }
  return response
}

/** Renders a description again only when it has changed: Swagger UI parses and sanitizes all of them at each keystroke. */
export const memoizedMarkdown: Plugin = ({ React: { createElement, useMemo } }) => ({
  wrapComponents: {
    Markdown: (Markdown) => (text) => useMemo(() => createElement(Markdown, text), [text.source]),
  },
})

/** Adds what Swagger UI lacks for keyboards and screen readers: names of fields, and focus for areas that scroll. */
export function mendMarkup(place: Element): void {
  new MutationObserver(() => {
    for (const field of place.querySelectorAll(':is(select, textarea):not([aria-label])')) {
      field.ariaLabel = nameOf(field)
    }
    for (const code of place.querySelectorAll<HTMLElement>('pre.microlight:not([tabindex])'))
      code.tabIndex = 0
  }).observe(place, { childList: true, subtree: true })
}

function nameOf(field: Element): string {
  if (field.id === 'servers') return 'Server'
  if (field.localName === 'textarea') return 'Request body'
  return field.closest('[data-param-name]')?.getAttribute('data-param-name') ?? 'Example'
}
