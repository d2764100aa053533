import { describe, expect, test } from 'vitest'
import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import type { FaultEffect, InjectedFault } from '../faults/faults.ts'
import { refusal, type Outcome } from '../message/outcome.ts'
import { PAGE, type RefusedAdmission, type ReplyContext, retryInstant, writeReply } from './reply.ts'

const NOW_S = Date.UTC(2026, 0, 15, 10, 30, 20) / 1000
const DATE = 'Thu, 15 Jan 2026 10:30:20 GMT'
const LISTED: Outcome = {
  status: 200,
  json: '[{"id":1,"name":"Rex"}]',
  reason: { step: 'act', sentence: 'listed' },
}
const LOST = refusal('pet_not_found', 'There is no pet 7', { step: 'act' })
const TOO_MANY = refusal('rate_limit_exceeded', 'Too many', { step: 'meter' })

const CONTEXT: ReplyContext = {
  choices: defaultChoices,
  operation: 'listPets',
  fault: undefined,
  quota: { limit: 60, remaining: 59, reset: NOW_S + 40, window: 'minute' },
  refused: undefined,
  date: DATE,
}
const QUOTA = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': String(NOW_S + 40),
}

function written(outcome: Outcome, more: Partial<ReplyContext> = {}) {
  const { status, headers, body } = writeReply(outcome, { ...CONTEXT, ...more })
  const fields: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) fields[headers[at] ?? ''] = headers[at + 1] ?? ''
  return { status, body, fields }
}

const choose = (choices: Partial<Choices>): Partial<ReplyContext> => ({
  choices: { ...defaultChoices, ...choices },
})
const hit = (effect: Exclude<FaultEffect, { kind: 'delay' }>): Partial<ReplyContext> => ({
  fault: { delay: 0, effect },
})

test('every reply has a date and what is left; a proxy without limits says nothing of it', () => {
  expect(written(LISTED)).toEqual({
    status: 200,
    body: LISTED.json,
    fields: { Date: DATE, ...QUOTA, 'Content-Type': 'application/json' },
  })
  expect(written(LISTED, { quota: undefined }).fields).toEqual({
    Date: DATE,
    'Content-Type': 'application/json',
  })
  expect(writeReply(LISTED, CONTEXT)).toMatchObject({
    operation: 'listPets',
    reason: LISTED.reason,
    fault: undefined,
  })
})

describe('a body is written', () => {
  test('in the chosen style', () => {
    expect(written(LISTED, choose({ 'json-style': 'indented-shuffled' })).body).toBe(
      '[\n  {\n    "name": "Rex",\n    "id": 1\n  }\n]',
    )
    expect(
      written(LOST, choose({ 'json-style': 'indented-shuffled' })).body.startsWith('{\n  "status": 404'),
    ).toBe(true)
    expect(written(LISTED, choose({ 'charset-parameter': 'present' })).fields['Content-Type']).toBe(
      'application/json; charset=utf-8',
    )
  })

  test('without a type where it is empty', () => {
    const empty: Outcome = { ...LISTED, status: 204, json: '', headers: ['Allow', 'GET'] }
    for (const style of ['compact', 'indented-shuffled'] as const)
      expect(written(empty, choose({ 'json-style': style }))).toEqual({
        status: 204,
        body: '',
        fields: { Date: DATE, ...QUOTA, Allow: 'GET' },
      })
  })

  test.for<[choice: Choices['body-of-429'], body: object | string]>([
    ['error', { code: 'rate_limit_exceeded', message: 'Too many', status: 429 }],
    ['other-object', { error: 'Too many' }],
    ['empty', ''],
  ])('of a 429 as is chosen: %s', ([choice, body]) => {
    const { body: text } = written(TOO_MANY, choose({ 'body-of-429': choice }))
    expect(text === '' ? text : JSON.parse(text)).toEqual(body)
    // Another error has the one body.
    expect(JSON.parse(written(LOST, choose({ 'body-of-429': choice })).body)).toMatchObject({ status: 404 })
  })
})

describe('a fault', () => {
  test('has a page of HTML sent in place of JSON', () => {
    expect(written(LISTED, hit({ kind: 'not-json' }))).toMatchObject({
      body: PAGE,
      fields: { 'Content-Type': 'text/html' },
    })
  })

  test.for<[what: string, effect: Exclude<FaultEffect, { kind: 'delay' }>, outcome: Outcome, body: string]>([
    ['has a body of its own', { kind: 'status', status: 500, body: 'down' }, LOST, 'down'],
    ['has an empty one', { kind: 'status', status: 500, body: '' }, LOST, ''],
    ['has none where it is no error', { kind: 'status', status: 302 }, LOST, ''],
    ['changes no body where it cuts', { kind: 'cut', at: 'mid-body' }, LISTED, LISTED.json],
  ])('%s', ([_what, effect, outcome, body]) => {
    expect(written(outcome, hit(effect)).body).toBe(body)
  })

  test('has the Error of an error without a body of its own', () => {
    expect(JSON.parse(written(LOST, hit({ kind: 'status', status: 400 })).body)).toMatchObject({
      status: 404,
    })
  })

  test.for<[fault: InjectedFault, said: string]>([
    [{ delay: 300, effect: undefined }, '; a fault delays it by 300 ms'],
    [{ delay: 0, effect: { kind: 'cut', at: 'before-reply' } }, '; a fault cuts the connection before it'],
    [
      { delay: 20, effect: { kind: 'cut', at: 'mid-body' } },
      '; a fault delays it by 20 ms and cuts the connection in the middle of its body',
    ],
    [{ delay: 0, effect: { kind: 'not-json' } }, '; a fault sends a page in its place'],
    [{ delay: 0, effect: { kind: 'trickle', over: 9 } }, '; a fault sends it in small parts'],
    [{ delay: 0, effect: { kind: 'status', status: 500 } }, ''],
  ])('%j is said in the reason of the reply', ([fault, said]) => {
    const { reason } = writeReply(LISTED, { ...CONTEXT, fault })
    expect(reason).toEqual({ ...LISTED.reason, sentence: `${LISTED.reason.sentence}${said}` })
  })

  test('adds headers, each in the place of one of that name, whatever its case', () => {
    const headers = { date: 'never', 'Retry-After': '5', 'x-ratelimit-limit': '1' }
    const { fields } = written(LOST, hit({ kind: 'status', status: 500, body: 'x', headers }))
    expect(fields).toEqual({
      date: 'never',
      'x-ratelimit-limit': '1',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': String(NOW_S + 40),
      'Content-Type': 'application/json',
      'Retry-After': '5',
    })
  })
})

describe('a refusal over the limit says when to retry', () => {
  const refused: RefusedAdmission = {
    admitted: false,
    quota: { limit: 60, remaining: 0, reset: NOW_S + 40, window: 'minute' },
    by: 'minute',
    until: (NOW_S + 40) * 1000,
    retryAfter: 41,
  }

  test.for<[form: Choices['retry-after-form'], value: string, after: number]>([
    ['seconds', '41', 41],
    ['milliseconds', '41000', 41],
    ['with-unit', '41s', 41],
    ['http-date', 'Thu, 15 Jan 2026 10:31:00 GMT', 40],
    ['iso-date', '2026-01-15T10:31:00Z', 40],
    ['unix-time', String(NOW_S + 40), 40],
  ])('in the form %s', ([form, value, after]) => {
    const { fields } = written(TOO_MANY, { ...choose({ 'retry-after-form': form }), refused })
    expect(fields).toMatchObject({ 'Retry-After': value, 'Cache-Control': 'no-store' })
    expect(retryInstant(refused, NOW_S * 1000, { ...defaultChoices, 'retry-after-form': form })).toBe(
      (NOW_S + after) * 1000,
    )
  })
})
