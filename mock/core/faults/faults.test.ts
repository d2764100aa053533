import { describe, expect, test } from 'vitest'
import { MOST } from '../memory/bounds.ts'
import type { Random } from '../settings/random.ts'
import { type Fault, Faults, type FaultSpec, type InjectedFault, injectedError } from './faults.ts'

const NOW = 1_000_000
const CRASH: FaultSpec = { effect: { kind: 'status', status: 500 } }
const HTML: FaultSpec = { effect: { kind: 'not-json' } }

interface Trial {
  readonly faults: Faults
  readonly healed: Fault[]
  readonly hit: (now?: number, operation?: FaultSpec['operation'], key?: string) => InjectedFault | undefined
}

/** Faults whose chances are these numbers, one after the other. */
function trialOf(specs: readonly FaultSpec[], chances: readonly number[] = []): Trial {
  const next = [...chances]
  const random: Random = () => next.shift() ?? 0
  const healed: Fault[] = []
  const faults = new Faults(random, (fault) => healed.push(fault))
  for (const spec of specs) faults.add(spec, NOW)
  return {
    faults,
    healed,
    hit: (now = NOW, operation = 'listPets', key = 'a') => faults.hit(operation, key, now),
  }
}

describe('a fault hits', () => {
  const effect = CRASH.effect

  test.for<[what: string, spec: Partial<FaultSpec>, hits: boolean]>([
    ['any request', {}, true],
    ['its operation', { operation: 'listPets' }, true],
    ['no other operation', { operation: 'getPet' }, false],
    ['its key', { key: 'a' }, true],
    ['no other key', { key: 'b' }, false],
    ['not another operation of its key', { key: 'a', operation: 'getPet' }, false],
  ])('%s', ([_what, spec, hits]) => {
    expect(trialOf([{ ...CRASH, ...spec }]).hit()).toEqual(hits ? { delay: 0, effect } : undefined)
  })

  test('after so many that it lets pass', () => {
    const { hit } = trialOf([{ ...CRASH, after: 2 }])
    expect([hit(), hit(), hit()?.effect, hit()?.effect]).toEqual([undefined, undefined, effect, effect])
  })

  test('of the requests that match, not of others', () => {
    const { hit } = trialOf([{ ...CRASH, after: 1, key: 'a' }])
    expect([hit(NOW, 'listPets', 'b'), hit(NOW, 'listPets', 'b'), hit(), hit()?.effect]).toEqual([
      undefined,
      undefined,
      undefined,
      effect,
    ])
  })

  test('by chance, where the number is below its probability', () => {
    const { hit } = trialOf([{ ...CRASH, probability: 0.5 }], [0.49, 0.5, 0.51, 0])
    expect([hit()?.effect, hit(), hit(), hit()?.effect]).toEqual([effect, undefined, undefined, effect])
  })

  test('never where there is none', () => {
    expect(trialOf([]).hit()).toBeUndefined()
  })
})

describe('several faults hit together:', () => {
  test('of effects that replace a reply the first one counts, and the others have not hit', () => {
    const { faults, hit } = trialOf([HTML, CRASH])
    expect(hit()).toEqual({ delay: 0, effect: HTML.effect })
    expect(faults.list(NOW).map(({ hits }) => hits)).toEqual([1, 0])
  })

  test('delays add up, beside an effect too', () => {
    const { faults, hit } = trialOf([
      { effect: { kind: 'delay', from: 5 } },
      CRASH,
      { effect: { kind: 'delay', from: 7 } },
    ])
    expect(hit()).toEqual({ delay: 12, effect: CRASH.effect })
    expect(faults.list(NOW).map(({ hits }) => hits)).toEqual([1, 1, 1])
  })

  test('a delay lies between its bounds, both included', () => {
    const { hit } = trialOf([{ effect: { kind: 'delay', from: 10, to: 13 } }], [0, 0.25, 0.999, 0.5])
    expect([hit(), hit(), hit(), hit()].map((one) => one?.delay)).toEqual([10, 11, 13, 12])
    expect(trialOf([{ effect: { kind: 'delay', from: 0, to: 0 } }]).hit()).toBeUndefined()
  })
})

describe('a fault heals', () => {
  test('after so many hits, and says so once', () => {
    const { faults, healed, hit } = trialOf([{ ...CRASH, times: 2 }, HTML])
    expect([hit()?.effect, faults.size, hit()?.effect, faults.size, hit()?.effect]).toEqual([
      CRASH.effect,
      2,
      CRASH.effect,
      1,
      HTML.effect,
    ])
    expect(healed).toEqual([{ ...CRASH, times: 2, id: 1, hits: 2, healsAt: undefined }])
  })

  test('so many seconds after it was added, whoever looks first', () => {
    const spec = { ...CRASH, seconds: 2 }
    const { faults, healed, hit } = trialOf([spec])
    expect(faults.list(NOW + 1999)).toEqual([{ ...spec, id: 1, hits: 0, healsAt: NOW + 2000 }])
    expect([hit(NOW + 1999)?.effect, hit(NOW + 2000), faults.size]).toEqual([CRASH.effect, undefined, 0])
    expect(healed.map(({ id, hits }) => [id, hits])).toEqual([[1, 1]])
    expect([trialOf([spec]).faults.list(NOW + 2000), trialOf([spec]).faults.records(NOW + 2000)]).toEqual([
      [],
      [],
    ])
  })

  test('for another one to have its place', () => {
    const { faults } = trialOf(Array.from({ length: MOST.faults }, () => ({ ...CRASH, seconds: 1 })))
    expect(faults.add(HTML, NOW + 999)).toBeUndefined()
    expect(faults.add(HTML, NOW + 1000)?.id).toBe(MOST.faults + 1)
  })
})

test('faults are added, listed, removed and cleared by their ids, which count up', () => {
  const { faults, hit } = trialOf([CRASH, HTML])
  expect(faults.add(CRASH, NOW)).toEqual({ ...CRASH, id: 3, hits: 0, healsAt: undefined })
  expect([faults.size, faults.nextId, faults.remove(2), faults.remove(2)]).toEqual([3, 4, true, false])
  expect(faults.list(NOW).map(({ id }) => id)).toEqual([1, 3])
  faults.clear()
  expect([faults.size, faults.list(NOW), hit(), faults.add(HTML, NOW)?.id]).toEqual([0, [], undefined, 4])
})

describe('stored faults', () => {
  test('go on where they were', () => {
    const { faults, hit } = trialOf([{ ...CRASH, after: 1, times: 2 }])
    hit()
    hit()
    const [record] = faults.records(NOW)
    expect(record).toMatchObject({ id: 1, hits: 1, passed: 2 })
    const { faults: others, healed, hit: hitOthers } = trialOf([])
    others.restore(record ? [record] : [])
    expect([others.nextId, hitOthers()?.effect, hitOthers(), others.size]).toEqual([
      2,
      CRASH.effect,
      undefined,
      0,
    ])
    expect(healed.map(({ hits }) => hits)).toEqual([2])
    // What is stored is as it was.
    expect(record).toMatchObject({ hits: 1, passed: 2 })
  })

  test.for<[ids: readonly number[], nextId: number | undefined, next: number]>([
    [[], undefined, 1],
    [[], 7, 7],
    [[3, 9], undefined, 10],
    [[3, 9], 12, 12],
    [[3, 9], 4, 10],
  ])('with the ids %j and the next id %s are followed by %i', ([ids, nextId, next]) => {
    const { faults } = trialOf([])
    const records = ids.map((id) => ({ ...HTML, id, hits: 0, passed: 0, healsAt: undefined }))
    faults.restore(records, nextId)
    expect([faults.nextId, faults.add(HTML, NOW)?.id]).toEqual([next, next])
  })
})

test('what a fault answers says so', () => {
  expect(injectedError({ kind: 'status', status: 503 })).toEqual({
    status: 503,
    code: 'injected_fault',
    message: 'A fault was set: this request is answered 503',
    reason: { step: 'fault', sentence: 'a fault answers 503; nothing was done' },
  })
})
