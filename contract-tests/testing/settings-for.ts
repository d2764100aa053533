import { settingsOf, type ContractOptions, type ContractSettings } from '../engine/settings.ts'

/** The settings of a run that may do everything, and what a test wants otherwise. */
export function settingsFor(given: ContractOptions): ContractSettings {
  return settingsOf({ plan: 'free', mark: 'contract-test', exhaust: true, ban: true, seed: 1, ...given })
}
