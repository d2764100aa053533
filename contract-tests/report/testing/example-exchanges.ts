import type { ReportedExchange } from '../model/run-report.ts'

/** Strings that a service might send to break out of a report, one for each known way. */
export const hostile = {
  script: '<script>globalThis.hacked = true</script>',
  image: '<img src=x onerror="globalThis.hacked=true">',
  attribute: `" onmouseover="globalThis.hacked=true" x='`,
  endOfStyle: '</style></script></textarea><svg onload=globalThis.hacked=true>',
  comment: '--><!-- <![CDATA[ ]]>',
  entity: '&lt;b&gt; &amp; &#60; &nosuch;',
  terminal: '\u001b[2J\u001b]0;owned\u0007\u009b31mred',
  lineForgery: 'fine\r\n✓ LIST-1 held\u2028and more',
  bidi: 'abc\u202egnp.exe\u2066',
  illegalInXml: '\0\u0001\u000b\ufffe\uffff',
  halves: 'a\ud83d b\udc36',
  markdown:
    '| a | b |\n|---|---|\n# big **bold** [link](javascript:alert(1)) ``` `x` $y$ @someone #1 www.example.com',
  details: '</details></code></pre></td></table><h1>owned</h1>',
  shell: `'; rm -rf ~; echo '`,
} as const

const BASE = 'https://staging.pets.example.com/v1'
const KEY = '-H "Authorization: Bearer $API_KEY"'

const headers = {
  'content-type': 'application/json; charset=utf-8',
  date: 'Fri, 20 Nov 2026 10:31:00 GMT',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '57',
  'x-ratelimit-reset': '1795170720',
}

const pets = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: 'Rex',
  categoryId: 9007199254,
  status: 'available',
}))

/** The exchanges of the example run: pages, refusals, and replies that try to break out of the report. */
export const exampleExchanges: readonly ReportedExchange[] = [
  got(1, '/pets', 200, JSON.stringify(pets)),
  got(2, '/pets?limit=1', 200, JSON.stringify(pets.slice(0, 1))),
  got(
    3,
    '/pets?limit=100',
    400,
    '{"code":"invalid_limit","message":"limit must be at most 50","status":400}',
  ),
  posted(
    4,
    '{"name":5,"categoryId":1}',
    400,
    '{"code":"invalid_body","message":"name must be a string","status":400}',
  ),
  posted(
    5,
    `{"name":"${'ct-5f3a '.repeat(30)}","categoryId":9223372036854775808}`,
    201,
    `${Object.values(hostile).join('\n')}\n${'long'.repeat(400)}… (9123 characters)`,
  ),
  posted(
    6,
    `{"name":"it's","categoryId":1,"status":"${hostile.details}"}`,
    201,
    '{\n  "id": 102,\n  "name": "it\'s"\n}',
  ),
  {
    ...got(7, '/pets', 401, '{"code":"unauthorized","message":"no key","status":401}'),
    curl: `curl -sSi -X GET '${BASE}/pets'`,
  },
  {
    ...got(8, `/pets/${hostile.attribute}`, 404, ''),
    headers: { ...headers, [hostile.image]: hostile.script, 'x-a': hostile.terminal },
  },
  {
    ...got(9, '/pets?limit=1', 429, '<html><body>Too many requests</body></html>'),
    headers: { 'retry-after': '37', 'content-type': 'text/html' },
  },
]

function got(id: number, path: string, status: number, body: string): ReportedExchange {
  return {
    id,
    caller: 'key',
    method: 'GET',
    path,
    curl: `curl -sSi -X GET '${BASE}${path}' ${KEY}`,
    status,
    headers,
    body,
  }
}

function posted(id: number, sent: string, status: number, body: string): ReportedExchange {
  const data = `-H 'Content-Type: application/json' --data-raw '${sent.replaceAll("'", `'\\''`)}'`
  return {
    ...got(id, '/pets', status, body),
    method: 'POST',
    curl: `curl -sSi -X POST '${BASE}/pets' ${KEY} ${data}`,
  }
}
