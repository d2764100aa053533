import { expect, it } from 'vitest'
import { readEvents, type ServerEvent } from './event-stream.ts'

async function read(chunks: readonly Uint8Array[]): Promise<ServerEvent[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    await Promise.resolve()
    yield* chunks
  }
  const events: ServerEvent[] = []
  for await (const some of readEvents(body())) events.push(...some)
  return events
}

const TEXT =
  'retry: 1000\n\n:\n\nid: 1\nevent: exchange\ndata: {"a":"ö"}\n\nid: 2\nevent: change\ndata: {}\n\nid: 3'
const EVENTS = [
  { kind: 'exchange', data: '{"a":"ö"}' },
  { kind: 'change', data: '{}' },
]

it('reads events wherever the chunks are split, and skips comments and incomplete events', async () => {
  const bytes = new TextEncoder().encode(TEXT)
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await read([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(EVENTS)
  }
})
