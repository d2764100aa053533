import type { ContractSettings } from '../engine/settings.ts'

/** The settings of a run that may do everything, and what a test wants otherwise. */
export function settingsFor(
  given: Pick<ContractSettings, 'baseUrl' | 'key'> & Partial<ContractSettings>,
): ContractSettings {
  return {
    secondBaseUrl: undefined,
    secondKey: undefined,
    plan: 'free',
    control: undefined,
    mark: 'contract-test',
    readOnly: false,
    exhaust: true,
    ban: true,
    deep: false,
    seed: 1,
    maxRequests: 1000,
    maxWait: 150,
    timeout: 10_000,
    secondOpinion: false,
    bail: false,
    only: [],
    ...given,
  }
}
