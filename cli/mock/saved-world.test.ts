import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMock, type FetchMock } from '../../mock/fetch/index.ts'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import type { Text } from '../../contract-tests/report/write-whole.ts'
import { Sources } from '../environment/sources.ts'
import { ManualTimers, memoryFiles } from '../testing/manual-environment.ts'
import type { Notice } from './log-lines.ts'
import { saveToFile, startFromFile } from './saved-world.ts'

let mock: FetchMock
let timers: ManualTimers
let written: unknown[]
let notices: Notice[]
let isFull: boolean
let stamp: string | undefined
let isNewFolder: boolean
/** Settles when a file is written. */
let onWritten: Promise<void>
let end: () => Promise<boolean>

beforeEach(() => {
  mock = createMock({ pets: 2 })
  timers = new ManualTimers()
  written = []
  notices = []
  isFull = false
  stamp = undefined
  isNewFolder = false
  onWritten = Promise.resolve()
  const write = (_path: string, text: Text): Promise<boolean> => {
    if (isFull) return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    written.push(parseJson(Array.from(text).join('')))
    stamp = String(written.length)
    return onWritten.then(() => written.length === 1 && isNewFolder)
  }
  const notify = (notice: Notice): void => {
    notices.push(notice)
  }
  const ports = { after: timers.after, now: timers.now, notify, write, stamp: () => Promise.resolve(stamp) }
  end = saveToFile(mock.world, 'world.json', ports)
})
afterEach(async () => {
  await end()
})

async function passes(): Promise<void> {
  timers.pass(3000)
  await setImmediate()
}

describe('--save', () => {
  test('writes the world at the start, and again only after a change', async () => {
    await passes()
    await passes()
    expect(written).toHaveLength(1)
    await mock.fetch('http://pets.test/v1/pets')
    mock.pets.add({ name: 'Rex', categoryId: 1 })
    await passes()
    await passes()
    expect(written).toMatchObject([{ pets: { length: 2 } }, { pets: { length: 3 } }])
  })

  test('says that the folder is new, which shows that a path is misspelt', async () => {
    isNewFolder = true
    await passes()
    expect(notices.map(({ sentence }) => sentence)).toEqual(['saved to world.json, in a new folder'])
  })

  test('writes it at the end, with the last changes', async () => {
    mock.clock.freeze()
    await end()
    expect(written).toMatchObject([{ clock: { frozen: true } }])
    expect(notices.at(-1)?.sentence).toBe('saved to world.json: 2 pets')
  })

  test('starts no save before the last one has ended, and leaves four times as much time to other work', async () => {
    const slow = Promise.withResolvers<undefined>()
    onWritten = slow.promise
    await passes()
    mock.clock.freeze()
    await passes()
    expect(written).toHaveLength(1)
    slow.resolve(undefined)
    onWritten = Promise.resolve()
    await setImmediate()
    timers.pass(8_999)
    await passes()
    expect(written).toHaveLength(1)
    timers.pass(1)
    await setImmediate()
    expect(written).toMatchObject([{ clock: { frozen: false } }, { clock: { frozen: true } }])
  })

  test('reports once that another program writes the file, and replaces it', async () => {
    for (let times = 0; times < 3; times += 1) {
      await passes()
      mock.clock.freeze()
      stamp = 'of another'
    }
    expect(notices).toEqual([
      {
        level: 'warning',
        sentence:
          'world.json was changed by another program, and is replaced: give each mock a file of its own (--save)',
      },
    ])
    expect(written).toHaveLength(3)
  })

  test('reports a full disk once, continues, and writes when there is room', async () => {
    isFull = true
    for (let times = 0; times < 3; times += 1) {
      await passes()
      mock.clock.freeze()
    }
    expect(notices).toEqual([
      { level: 'warning', sentence: 'world.json cannot be written: the disk is full' },
    ])
    isFull = false
    await passes()
    expect(written).toHaveLength(1)
  })

  test('tries a save again that has failed, without another change', async () => {
    isFull = true
    await passes()
    isFull = false
    await passes()
    await passes()
    expect(written).toHaveLength(1)
  })

  test('reports a full disk at the end, even if it has before', async () => {
    isFull = true
    await passes()
    expect(await end()).toBe(false)
    expect(notices.map(({ sentence }) => sentence)).toEqual([
      'world.json cannot be written: the disk is full',
      'world.json cannot be written: the disk is full. The file lacks what has changed since the last save',
    ])
  })
})

describe('--world', () => {
  const read = (text: string, over?: Parameters<typeof startFromFile>[3]) => {
    const files = memoryFiles(new Map([['/world.json', text]]))
    return startFromFile(mock.world, '/world.json', new Sources(files), over)
  }

  test('starts from a file, and a reset restores it', async () => {
    const saved = createMock({ pets: 5 })
    saved.keys.setRemaining('free-demo-key', { minute: 1 })
    await read(stringifyJson(saved.snapshot()))
    mock.pets.remove(1)
    mock.reset()
    expect(mock.pets.size).toBe(5)
    expect(mock.keys.get('free-demo-key').windows.minute.remaining).toBe(1)
  })

  test('lays the limits and faults that flags name over the file, and over a reset to it, once', async () => {
    const saved = createMock({ pets: 1, faults: [{ effect: { kind: 'delay', from: 5, to: 9 } }] })
    saved.clock.change({ now: '2030-01-01T00:00:00Z', frozen: true })
    const over = {
      limits: false,
      faults: [
        { effect: { kind: 'delay', to: 9, from: 5 } },
        { effect: { kind: 'status', status: 503 }, seconds: 30 },
      ] as const,
    }
    await read(stringifyJson(saved.snapshot()), over)
    const shown = (): unknown => mock.faults.list().map(({ id, healsAt }) => ({ id, healsAt }))
    const both = [{ id: 1 }, { id: 2, healsAt: Date.parse('2030-01-01T00:00:30Z') }]
    expect(shown()).toEqual(both)
    mock.faults.clear()
    mock.reset()
    expect(shown()).toEqual(both)
    expect(mock.snapshot().limits).toBe(false)
    await read(stringifyJson(mock.snapshot()), over)
    expect(shown()).toEqual(both)
  })

  test.for([
    ['[]', '/world.json is no saved world: it must hold an object, as --save writes it'],
    ['null', '/world.json is no saved world: it must hold an object, as --save writes it'],
    ['', '/world.json is empty'],
    ['[', '/world.json is not JSON: it ends too early, at line 1, column 2'],
    ['{\n "pets": [\n  {"id": 1 "name"}]}', '/world.json is not JSON: unexpected "\\"" at line 3, column 12'],
    ['{}', '/world.json is no saved world: version is required; limits is required'],
  ] as const)('says what is wrong in %s', async ([text, message]) => {
    await expect(read(text)).rejects.toThrow(message)
    expect(mock.pets.size).toBe(2)
  })
})
