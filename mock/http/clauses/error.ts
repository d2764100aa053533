import { expect } from 'vitest'
import { everyStatus } from '../testing/every-status.ts'
import { clauseFor } from './clause.ts'

const errors = everyStatus.filter(({ status }) => status >= 400)

clauseFor(
  'ERROR-1',
  errors,
  ({ status, when }) => `the body is an Error when ${when} (${status})`,
  async ({ ask }) => {
    const { code, message, status } = JSON.parse((await ask()).text) as Record<string, unknown>
    expect([typeof code, typeof message, Number.isInteger(status)]).toEqual(['string', 'string', true])
  },
)

clauseFor(
  'ERROR-2',
  errors,
  ({ status, when }) => `the Error repeats the HTTP status when ${when} (${status})`,
  async ({ status, ask }) => {
    const reply = await ask()
    expect([reply.status, reply.error.status]).toEqual([status, status])
  },
)

clauseFor(
  'ERROR-3',
  errors,
  ({ status, when }) =>
    `code and message say something, and nothing of our insides, when ${when} (${status})`,
  async ({ ask }) => {
    const reply = await ask()
    expect(reply.error.code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(reply.error.message.trim().length).toBeGreaterThan(5)
    expect(reply.text).not.toMatch(/secret|node:|node_modules|\.ts\b/)
  },
)
