import { describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import { asClient, ask, start } from './testing/start.ts'

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Exposition {
  readonly samples: readonly Sample[]
  readonly types: ReadonlyMap<string, string>
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y

/** Parses the Prometheus text exposition format 0.0.4. Throws for anything else. */
function parseExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line must end with a line feed')
  const samples: Sample[] = []
  const types = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, word, metric = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (word === 'TYPE') {
      if (types.has(metric)) throw new Error(`second TYPE of ${metric}`)
      if (samples.some(({ name }) => name === metric)) throw new Error(`TYPE of ${metric} after its samples`)
      types.set(metric, rest)
    } else if (word === undefined) {
      samples.push(parseSample(line))
    }
  }
  return { samples, types }
}

function parseSample(line: string): Sample {
  const [, name = '', labelText = '', value = ''] = SAMPLE.exec(line) ?? []
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  for (let end = 0; end < labelText.length; end = LABEL.lastIndex) {
    const [, label = '', content = ''] = LABEL.exec(labelText) ?? []
    if (label === '') throw new Error(`no labels: ${line}`)
    labels[label] = content
  }
  if (name === '' || Number.isNaN(Number(value))) throw new Error(`no sample: ${line}`)
  return { name, labels, value: Number(value) }
}

function valueOf({ samples }: Exposition, name: string, labels: Sample['labels']): number | undefined {
  const matches = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  expect(matches.length).toBeLessThanOrEqual(1)
  return matches[0]?.value
}

describe('the metrics', () => {
  it('count replies and bans, and survive a reset', async () => {
    await using mock = await start({ choices: { ban: 'after-2-strikes-for-60-seconds' } })
    const read = async (): Promise<Exposition> => {
      const { headers, text } = await ask(mock, 'GET', '/_mock/metrics')
      expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
      expect(text).toBe(mock.metrics())
      return parseExposition(text)
    }
    await asClient(mock, 'free-demo-key', '/v1/pets/1')
    mock.keys.setRemaining('free-demo-key', { minute: 0 })
    await asClient(mock, 'free-demo-key')
    await asClient(mock, 'free-demo-key')
    const before = await read()
    expect(
      valueOf(before, 'petstore_replies_total', { world: 'default', operation: 'getPet', status: '200' }),
    ).toBe(1)
    expect(
      valueOf(before, 'petstore_replies_total', { world: 'default', operation: 'listPets', status: '429' }),
    ).toBe(2)
    expect(valueOf(before, 'petstore_bans_total', { world: 'default' })).toBe(1)
    expect(valueOf(before, 'petstore_bans_total', { world: 'staging' })).toBe(0)
    mock.reset()
    mock.worlds.create('worker-1')
    const after = await read()
    expect(valueOf(after, 'petstore_bans_total', { world: 'default' })).toBe(1)
    expect(valueOf(after, 'petstore_pets', { world: 'worker-1' })).toBe(100)
    expect(valueOf(after, 'petstore_keys', { world: 'default' })).toBe(demoKeys.length)
    expect(valueOf(after, 'petstore_time_seconds', { world: 'default' })).toBe(
      Date.UTC(2026, 2, 1, 12, 0, 23) / 1000,
    )
  })

  it('have a type for every sample, and names that end with _total for counters', async () => {
    await using mock = await start()
    const { samples, types } = parseExposition(mock.metrics())
    for (const { name } of samples) expect(types.get(name), name).toBeDefined()
    for (const [name, type] of types) expect(type, name).toBe(name.endsWith('_total') ? 'counter' : 'gauge')
  })
})
