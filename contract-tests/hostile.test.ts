// Services that mean no good: a run against one ends, in its time, with a report in which the suite has made no mistake.
import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../spec/exact-json/json.ts'
import type { ContractSettings } from './engine/settings.ts'
import { registerContract, type TestFunction } from './index.ts'
import { runOn, testService } from '../lab/proof/test-service.ts'
import { always, lists, onReply, type Json } from '../lab/proof/violations/mutate.ts'
import type { Overlay } from '../lab/proof/violations/service.ts'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { faultsOf } from './report/model/findings.ts'
import type { RunReport } from './report/model/run-report.ts'

async function report(overlay: Overlay, more: Partial<ContractSettings> = {}): Promise<RunReport> {
  const found = await runOn(await testService(overlay), more)
  expect(faultsOf(found)).toEqual([])
  return found
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** Writes something in place of each id. */
function idsAre(text: string): Overlay {
  return onReply(always, (reply) => ({
    ...reply,
    body: reply.body.replaceAll(/"id":(\d+)/g, (_whole, id: string) => `"id":${text.replace('N', id)}`),
  }))
}

test.for([
  ['beyond all doubles', '1e400'],
  ['that are fractions no double holds', '1.1234567890123456789'],
  ['that are objects with methods', '{"toString":N,"valueOf":null}'],
  ['that are half a character', String.raw`"\ud800N"`],
  ['that would be run by a shell', '"$(reboot){key}`N`"'],
  ['that nest as deep as is read', nested(98)],
] as const)('ids %s break PET-1, and cause no error in the suite', async ([_what, id]) => {
  const found = await report(idsAre(id))
  expect(clausesThatAre('broken', found)).toContain('PET-1')
  for (const { curl, path } of found.exchanges) expect([curl, path].join()).not.toMatch(/reboot/)
})

test.for(['1e400', '{"toString":1}', 'null', '[]', String.raw`"\ud800"`])(
  'whatever field is %s, the suite makes no mistake',
  async (value) => {
    const everyField = onReply(always, (reply) => ({
      ...reply,
      body: reply.body.replaceAll(/"(\w+)":(?:-?\d+|"(?:[^"\\]|\\.)*")/g, `"$1":${value}`),
    }))
    const found = await report(everyField, { deep: true, maxRequests: 300 })
    expect(clausesThatAre('broken', found)).toContain('PET-1')
  },
)

test.for([
  ['nests too deep', nested(3000)],
  ['nests much too deep, with a number no double holds', `[1e400,${nested(20_000)}]`],
  ['holds too many values', `[${'1e400,'.repeat(200_000)}1]`],
] as const)('a body that %s breaks no clause, and is reported', async ([_what, body]) => {
  const found = await report(onReply(always, (reply) => ({ ...reply, body })))
  expect(clausesThatAre('broken', found)).toEqual([])
  expect(found.clauses.flatMap(({ tests }) => tests.map(({ detail }) => detail))).toContainEqual(
    expect.stringMatching(/^body not read: #\d+ GET \/pets\?limit=100 → 200: it /),
  )
})

test.for([
  ['{}', 'PET-1 PET-3 PET-4'],
  ['{"id":N,"name":"a","categoryId":2,"status":"sold"}', 'LIST-2 LIST-5'],
  ['{"id":7,"name":"a","categoryId":2,"status":"lost"}', 'LIST-2 PET-5'],
] as const)('2,001 pets such as %s are judged', async ([pet, broken]) => {
  let at = 0
  const many = Array.from({ length: 2001 }, () => pet.replace('N', String((at += 1)))).join()
  const found = await report(onReply(lists, (reply) => ({ ...reply, body: `[${many}]` })))
  expect(clausesThatAre('broken', found)).toEqual(expect.arrayContaining(broken.split(' ')))
})

test('a reply cannot inject a workflow command into the output of a test runner', async () => {
  const skipped: string[] = []
  const bodies: (() => Promise<void>)[] = []
  const context = { skip: (reason: string) => skipped.push(reason) }
  const register: TestFunction = Object.assign(
    (_title: string, body: (...context: unknown[]) => Promise<void>) => {
      bodies.push(() => body(context).catch((error: unknown) => void skipped.push(String(error))))
    },
    { skip: () => undefined },
  )
  const types = onReply(always, (reply) => {
    return { ...reply, headers: { ...reply.headers, 'content-type': '##[error]owned' } }
  })
  const { transport, control } = await testService(types)
  const only = ['BASE-3']
  registerContract(register, {
    baseUrl: 'http://pets.test/v1',
    key: 'free-demo-key',
    transport,
    control,
    only,
  })
  for (const body of bodies) await body()
  expect(skipped.join('\n')).toContain(String.raw`\u0023#[error]owned`)
  expect(skipped.join('\n')).not.toContain('##[')
})

test('a deeply nested field in every pet breaks no clause', async () => {
  const deep = onReply(lists, (reply) => ({
    ...reply,
    body: `[${(parseJson(reply.body) as Json[]).map((pet) => stringifyJson({ ...pet, more: 0 }).replace('"more":0', `"more":${nested(200)}`)).join()}]`,
  }))
  expect(clausesThatAre('broken', await report(deep))).toEqual([])
})
