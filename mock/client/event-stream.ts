/** One event of a stream: its kind, and its data as JSON text. */
export interface ServerEvent {
  readonly kind: string
  readonly data: string
}

/** Whether a change replaced the state of the world, so that its journal starts again. */
export function replacesWorld(what: string): boolean {
  return what === 'reset' || what === 'restore'
}

/** Parses Server-Sent Events in the mock's form: LF only, one line of data each. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ServerEvent[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    const events = blocks.flatMap(parse)
    if (events.length > 0) yield events
  }
}

function parse(block: string): readonly ServerEvent[] {
  let kind = ''
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) kind = line.slice(7)
    else if (line.startsWith('data: ')) return [{ kind, data: line.slice(6) }]
  }
  return []
}
