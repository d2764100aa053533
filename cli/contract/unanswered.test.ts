import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { startMock } from '../../mock/index.ts'
import { contract } from '../testing/contract.ts'

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
  expect(asked).toBeLessThanOrEqual(2 + 9)
  const sections = stdout.match(/^[A-Z][A-Z ]{4,} {2}.+$/gm)
  expect(sections?.[0]).toMatch(/^NO REPLY {2}3 requests; nothing was answered since [A-Z]+ \/pets/)
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /not asked \d+ classes[^:]+: the service has stopped answering/,
  )
  const files = await Promise.all(forms.map((form) => readFile(join(folder, `stopped.${form}`), 'utf8')))
  const { exchanges, unanswered, requests } = JSON.parse(files[0] ?? '') as RunReport
  expect([requests.sentAgain, requests.sentInAll]).toEqual([3, asked])
  expect(stdout).toContain(`; ${exchanges.length + 3} requests in`)
  expect(stdout).toContain(
    `3 of them without a reply, 3 of them sent again, because connections broke (${asked} sent in all)`,
  )
  expect(unanswered?.map(({ after }) => after)).toEqual([
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
