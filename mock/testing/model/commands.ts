import fc from 'fast-check'
import { expect } from 'vitest'
import { invalidNewPets } from '../../../fixtures/testing/new-pet.ts'
import { petStatuses } from '../../../spec/operations.ts'
import { windowNames } from '../../core/limits/meter.ts'
import { addresses, askMetered, keys, type Model, type Real } from './system.ts'

type Run = (model: Model, real: Real) => Promise<void>

/** One action on the service and on its model. A failed test prints `text`. */
class Command implements fc.AsyncCommand<Model, Real> {
  readonly #text: string
  readonly run: Run

  constructor(text: string, run: Run) {
    this.#text = text
    this.run = run
  }

  check(): boolean {
    return true
  }

  toString(): string {
    return this.#text
  }
}

const key = fc.constantFrom(...keys)

const list = fc.tuple(key, fc.integer({ min: 1, max: 5 }), fc.constantFrom(undefined, ...petStatuses)).map(
  ([key, limit, status]) =>
    new Command(`list(${key}, limit ${limit}, ${status ?? 'any status'})`, async (model, real) => {
      const query = `limit=${limit}${status === undefined ? '' : `&status=${status}`}`
      const reply = await askMetered(real, model, key, { key, query }, false)
      if (!reply) return
      const passing = model.pets.filter((pet) => status === undefined || pet.status === status)
      expect([reply.status, JSON.parse(reply.body)]).toEqual([200, passing.slice(0, limit)])
    }),
)

const fields = fc.record({
  name: fc.string({ unit: 'grapheme', maxLength: 8 }).filter((name) => !name.includes('\0')),
  // JSON has no -0.
  categoryId: fc.maxSafeInteger().map((id) => id + 0),
  status: fc.constantFrom(...petStatuses),
})

const create = fc.tuple(key, fields).map(
  ([key, fields]) =>
    new Command(`create(${key}, ${JSON.stringify(fields)})`, async (model, real) => {
      const asked = { key, method: 'POST', body: JSON.stringify(fields) }
      const reply = await askMetered(real, model, key, asked, false)
      if (reply) {
        const pet = { id: model.pets.length + 1, ...fields }
        model.pets.push(pet)
        expect([reply.status, JSON.parse(reply.body)]).toEqual([201, pet])
      }
      expect(await real.world.pets.size).toBe(model.pets.length)
    }),
)

const createInvalid = fc.tuple(key, fc.constantFrom(...invalidNewPets)).map(
  ([key, { body }]) =>
    new Command(`createInvalid(${key}, ${body})`, async (model, real) => {
      const reply = await askMetered(real, model, key, { key, method: 'POST', body }, true)
      if (reply) expect(reply.status).toBe(400)
      expect(await real.world.pets.size).toBe(model.pets.length)
    }),
)

const get = fc.tuple(key, fc.integer({ min: 0, max: 12 })).map(
  ([key, id]) =>
    new Command(`get(${key}, ${id})`, async (model, real) => {
      const pet = model.pets.find((one) => one.id === id)
      const reply = await askMetered(real, model, key, { key, path: `/pets/${id}` }, pet === undefined)
      if (!reply) return
      expect(reply.status).toBe(pet ? 200 : 404)
      if (pet) expect(JSON.parse(reply.body)).toEqual(pet)
    }),
)

const badKey = fc.tuple(fc.constantFrom('', 'onee', 'One', 'three'), fc.constantFrom(...addresses)).map(
  ([key, address]) =>
    new Command(`badKey(${key} from ${address})`, async (model, real) => {
      const asked = { key, address, method: 'POST', body: '{"name":"Rex","categoryId":1}' }
      const reply = await askMetered(real, model, address, asked, true)
      if (reply) expect(reply.status).toBe(401)
      expect(await real.world.pets.size).toBe(model.pets.length)
    }),
)

/** Clock steps: seconds, to the edges of the windows, and days; some of them backwards. */
const milliseconds = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 70_000 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 999, 39_999, 40_000, 59_999, 60_000, 60_001, 90_000, 120_000),
  },
  { weight: 1, arbitrary: fc.constantFrom(3_600_000, 86_399_999, 86_400_000, 200_000_000) },
  { weight: 1, arbitrary: fc.integer({ min: -70_000, max: -1 }) },
  { weight: 1, arbitrary: fc.constantFrom(-60_000, -3_600_000, -86_400_000) },
)

const advance = milliseconds.map(
  (step) =>
    new Command(`advance(${step} ms)`, async (model, { world: { clock } }) => {
      model.now += step
      const moved =
        step < 0 ? clock.set((await clock.read()).now + step) : clock.advance({ seconds: step / 1000 })
      expect((await moved).now).toBe(model.now)
    }),
)

const liftBan = key.map(
  (key) =>
    new Command(`liftBan(${key})`, async ({ callers }, { world }) => {
      callers[key]?.lift()
      const { bannedUntil, strikes } = await world.keys.lift(key)
      expect([bannedUntil, strikes]).toEqual([undefined, 0])
    }),
)

const setRemaining = fc.tuple(key, fc.constantFrom(...windowNames), fc.integer({ min: 0, max: 12 })).map(
  ([key, window, left]) =>
    new Command(`setRemaining(${key}, ${left} a ${window})`, async ({ now, callers }, { world }) => {
      const { limit } = (await world.keys.get(key)).windows[window]
      const asked = Math.min(left, limit)
      callers[key]?.setLeft(window, asked, now)
      const { windows } = await world.keys.setRemaining(key, { [window]: asked })
      expect(windows[window].remaining).toBe(asked)
    }),
)

/** Any sequence of commands. Commands that are listed twice occur twice as often. */
export const commands = fc.commands(
  [list, list, create, createInvalid, get, badKey, advance, advance, liftBan, setRemaining],
  { maxCommands: 80, size: '+1' },
)
