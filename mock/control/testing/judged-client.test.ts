import { expect, it } from 'vitest'
import { judgeReply, operationOf } from './judged-client.ts'

const listKeys = operationOf('GET', '/_mock/worlds/default/keys?no=matter')

it.each([
  ['an undocumented status', 418, '{}', ['listKeys has no 418']],
  ['another media type', 200, 'hello', ['listKeys 200 is not text/html'], 'text/html'],
  ['a body of another shape', 200, '{}', ['the body must be an array']],
  ['a field too many', 400, '{"code":"conflict","message":"","status":400,"more":1}', ['more is not known']],
])('%s differs from the document', (_fact, status, text, problems, type = 'application/json') => {
  const json: unknown = type === 'application/json' ? JSON.parse(text) : null
  const reply = { status, headers: { 'content-type': type }, text, json }
  expect(listKeys && judgeReply(listKeys, reply)).toEqual(problems)
})

it('an undocumented path or method is not an operation', () => {
  expect(operationOf('PATCH', '/_mock/worlds')).toBeUndefined()
  expect(operationOf('GET', '/_mock/worlds/a/b/c')).toBeUndefined()
})
