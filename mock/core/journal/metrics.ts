import type { OperationId } from '../../../spec/operations.ts'

/** Counts of a world since it was created; a reset does not set them back. */
export class Metrics {
  readonly #replies = new Map<OperationId | 'other', Map<number, number>>()
  bans = 0

  countReply(operation: OperationId | undefined, status: number): void {
    const name = operation ?? 'other'
    let byStatus = this.#replies.get(name)
    if (!byStatus) this.#replies.set(name, (byStatus = new Map<number, number>()))
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  }

  replies(): readonly { readonly operation: string; readonly status: number; readonly count: number }[] {
    return [...this.#replies].flatMap(([operation, byStatus]) =>
      [...byStatus].map(([status, count]) => ({ operation, status, count })),
    )
  }
}

/** The sources of the metrics of a world. */
export interface MeasuredWorld {
  readonly name: string
  readonly metrics: Metrics
  readonly pets: number
  readonly keys: number
  readonly clock: { readonly now: number }
}

interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: (world: MeasuredWorld) => readonly Sample[]
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

const families: readonly Family[] = [
  {
    name: 'petstore_replies_total',
    type: 'counter',
    help: 'Replies by operation and status.',
    samples: ({ metrics }) =>
      metrics.replies().map(({ operation, status, count }) => ({
        labels: { operation, status: String(status) },
        value: count,
      })),
  },
  {
    name: 'petstore_bans_total',
    type: 'counter',
    help: 'Bans earned by keys.',
    samples: ({ metrics }) => [{ value: metrics.bans }],
  },
  { name: 'petstore_pets', type: 'gauge', help: 'Pets.', samples: ({ pets }) => [{ value: pets }] },
  {
    name: 'petstore_keys',
    type: 'gauge',
    help: 'API keys.',
    samples: ({ keys }) => [{ value: keys }],
  },
  {
    name: 'petstore_time_seconds',
    type: 'gauge',
    help: "The world's time, Unix seconds.",
    samples: ({ clock }) => [{ value: clock.now / 1000 }],
  },
]

/** The counts of worlds in the Prometheus text exposition format 0.0.4. */
export function renderMetrics(worlds: readonly MeasuredWorld[]): string {
  return families.map((family) => render(family, worlds)).join('')
}

function render({ name, type, help, samples }: Family, worlds: readonly MeasuredWorld[]): string {
  const lines = worlds.flatMap((world) =>
    samples(world).map(
      ({ labels, value }) => `${name}{${labelText({ world: world.name, ...labels })}} ${value}\n`,
    ),
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

// No label value needs escaping: names of worlds, operations, digits.
function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')
}
