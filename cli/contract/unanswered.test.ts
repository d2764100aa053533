import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as requestOf, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { startMock } from '../../mock/index.ts'
import { contract, refused } from '../testing/contract.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-unanswered-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a service that stops answering ends the run, with exit code 2, and every report names the request', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  let asked = 0
  const gate = createServer((request, response) => {
    asked += 1
    if (asked > 2) {
      request.socket.destroy()
      return
    }
    void fetch(service.origin + (request.url ?? ''), {
      headers: { authorization: 'Bearer free-demo-key' },
    }).then(async (reply) => {
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
    })
  })
  await once(gate.listen(0, '127.0.0.1'), 'listening')
  const { port } = gate.address() as AddressInfo
  const forms = ['json', 'html', 'markdown', 'junit', 'annotations']
  const reports = forms.map((form) => `--report ${form}=${join(folder, `stopped.${form}`)}`).join(' ')
  const { code, stdout } = await contract(`http://127.0.0.1:${port}/v1 ${reports}`)
  gate.close()
  expect(code).toBe(2)
  expect(stdout).toContain('not finished: the service has stopped answering')
  expect(asked).toBeLessThanOrEqual(2 + 12)
  expect(stdout).toMatch(/^NO REPLY {2}4 requests; nothing was answered since [A-Z]+ \/pets/m)
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /not asked \d+ classes[^:]+: the service has stopped answering/,
  )
  const files = await Promise.all(forms.map((form) => readFile(join(folder, `stopped.${form}`), 'utf8')))
  const { exchanges, unanswered, requests } = JSON.parse(files[0] ?? '') as RunReport
  expect([requests.sentAgain, requests.sentInAll]).toEqual([4, asked])
  expect(stdout).toContain(`; ${exchanges.length + 4} requests in`)
  expect(stdout).toContain(
    `4 of them without a reply, 4 of them sent again, because connections broke (${asked} sent in all)`,
  )
  expect(unanswered?.map(({ after }) => after)).toEqual([
    exchanges.length,
    exchanges.length,
    exchanges.length,
    exchanges.length,
  ])
  const { method, path } = unanswered?.[0] ?? {}
  for (const text of files.slice(1)) expect(text).toContain(`${method} ${path}`)
})

test('a service of which one operation never answers is asked all else, and the report names the operation', async () => {
  const effect = { kind: 'cut', at: 'before-reply' } as const
  await using mock = await startMock({ port: 0, faults: [{ operation: 'getPet', effect }] })
  const { code, stdout } = await contract(mock.baseUrl)
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain('NO REPLY 3 requests, all to getPet GET /pets/')
  expect(text).toMatch(/unreachable: getPet has answered nothing since GET \/pets\/\S+ PET-4/)
  expect(text).toMatch(/\d+ classes: getPet answers nothing/)
  expect(text).toMatch(/GET \S+ and 2 other requests, all to getPet, got no reply in three tries each/)
  expect(text).toContain(' not all answered: ')
  expect(stdout).toMatch(/^✓ CREATE-1 /m)
  expect(code).toBe(2)
})

test('of a service that answers no read, all else is judged that only went along with one', async () => {
  const effect = { kind: 'cut', at: 'before-reply' } as const
  await using mock = await startMock({ port: 0, faults: [{ operation: 'getPet', effect }] })
  const { stdout } = await contract(mock.baseUrl, { key: 'pro-demo-key' })
  for (const id of ['CREATE-1', 'CREATE-6', 'LIST-2', 'LIST-7']) {
    expect(stdout).toMatch(new RegExp(`^✓ ${id} `, 'm'))
    expect(stdout.replaceAll(/\s+/g, ' ')).not.toMatch(new RegExp(`unreachable: [^?]* ${id}\\b`))
  }
  // The mock refuses a key before it cuts a reply off.
  expect(stdout).toMatch(/^✓ AUTH-2 +getPet without a key$/m)
  expect(stdout).toMatch(/^✓ AUTH-3 +getPet with a key that does not exist$/m)
})

test('a service that answers no list with a status is asked all else, and the report names these lists', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  const gate = createServer((request, response) => {
    if (request.url?.includes('status=') === true) request.socket.destroy()
    else forward(request, response, service.origin)
  })
  await once(gate.listen(0, '127.0.0.1'), 'listening')
  const { port } = gate.address() as AddressInfo
  const { code, stdout } = await contract(`http://127.0.0.1:${port}/v1`)
  gate.close()
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/unreachable: listPets with status has answered nothing since GET \/pets\?status=\S+ /)
  expect(text).toMatch(/\d+ classes: listPets with status answers nothing/)
  expect(text).toContain(' not all answered: ')
  expect(stdout).toMatch(/^✓ CREATE-1 /m)
  expect(stdout).toMatch(/^✓ LIST-4 /m)
  expect(code).toBe(2)
})

test('a run begins where the list alone is never answered', async () => {
  const effect = { kind: 'cut', at: 'before-reply' } as const
  await using mock = await startMock({ port: 0, faults: [{ operation: 'listPets', effect }] })
  const { code, stdout } = await contract(mock.baseUrl)
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain('NO REPLY 3 requests, all to listPets GET /pets?limit=1')
  expect(text).toMatch(
    /GET \/pets\?limit=1 and 2 other requests, all to listPets, got no reply in three tries each, while the service answered \d+ to createPet, \d+ to getPet \(/,
  )
  expect(text).toContain('). Most tests read a list first, and need it. Look into its log')
  expect(stdout).toMatch(/^✓ AUTH-2 +getPet without a key$/m)
  // Each was sent three times, and the mock has counted them.
  expect(text).toMatch(
    /No one else used the first key, and the service counted no request without a reply. Contradicted by #/,
  )
  expect(code).toBe(2)
})

test('where nothing is answered, no run begins', async () => {
  const effect = { kind: 'cut', at: 'before-reply' } as const
  await using mock = await startMock({ port: 0, faults: [{ effect }] })
  const { code, stderr } = await contract(mock.baseUrl)
  expect(stderr).toContain('cannot be reached: it ended the connection')
  expect([code, mock.journal.list().length]).toEqual([2, 6])
})

/** Passes a request on as it is, and the reply back. */
function forward(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { method, headers, url = '' } = request
  const sent = requestOf(origin + url, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 0, reply.headers)
    reply.pipe(response)
  })
  request.pipe(sent)
}

test('a gateway with a page of its own is waited for, which the run prints, as long as --max-wait allows', async () => {
  const page = { status: 503, headers: { 'Content-Type': 'text/html' }, body: '<h1>Unavailable</h1>' }
  await using server = await serve(() => Promise.resolve(page))
  const isDown = 'if a Pet Store service is there, it is down now'
  const { code, stdout, stderr } = await contract(server.baseUrl)
  expect({ code, stdout }).toEqual({
    code: 2,
    stdout:
      '… waiting 7 s until the service answers, where a gateway answers 503 now (--max-wait bounds it)\n',
  })
  expect(stderr).toContain(isDown)
  expect(await refused(`${server.baseUrl} --max-wait 0`)).toContain(isDown)
})
