import type { KeyState } from '../../../client/world-state.ts'
import { clientIds, type ClientId } from '../../../scenarios/clients.ts'
import { runOfKey } from '../../../scenarios/run-keys.ts'

/** A client of a run that this page has not started, with its key. */
export interface OtherClient {
  readonly client: ClientId
  readonly state: KeyState
}

/** The runs that other pages and terminals have going in a world, as its keys show: those of a run are removed at its end. */
export function otherRuns(
  keys: readonly KeyState[],
  isOwn: (key: string) => boolean,
): readonly (readonly OtherClient[])[] {
  const runs = new Map<string, OtherClient[]>()
  for (const state of keys) {
    const run = isOwn(state.key) ? undefined : runOfKey(state.key)
    if (run) runs.set(run.tag, [...(runs.get(run.tag) ?? []), { client: run.client, state }])
  }
  return [...runs.values()].map((clients) =>
    clients.toSorted((one, other) => clientIds.indexOf(one.client) - clientIds.indexOf(other.client)),
  )
}
