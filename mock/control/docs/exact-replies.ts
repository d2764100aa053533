import type { Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { parseJson, stringifyJson } from '../../../spec/json.ts'

/** Shows JSON digit for digit: Swagger UI alone would round integers beyond 2^53. */
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
    // Cut short, or no JSON at all: as it came.
    return text
  }
}
