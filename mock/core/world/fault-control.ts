import { MOST_FAULTS, type Fault, type FaultSpec } from '../faults/faults.ts'
import { faultProblem } from '../faults/fault-problem.ts'
import { ControlError } from './control-error.ts'
import type { Hold } from './hold.ts'
import { noSuchKey } from '../limits/no-such-key.ts'

/** The faults of a world, for a front end to survive. */
export class FaultControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  list(): readonly Fault[] {
    const { faults, clock } = this.#hold.state()
    return faults.list(clock.now())
  }

  add(spec: FaultSpec): Fault {
    const problem = faultProblem(spec)
    if (problem !== undefined) throw new ControlError('invalid', problem)
    const state = this.#hold.state()
    // It would never hit, and nobody would know why.
    if (spec.key !== undefined && !state.callers.keys.get(spec.key)) {
      throw new ControlError('invalid', noSuchKey(state.callers.keys.keys(), spec.key))
    }
    const fault = state.faults.add(spec, state.clock.now())
    if (!fault)
      throw new ControlError('conflict', `There are ${MOST_FAULTS} faults already: remove one first`)
    this.#hold.changed('faults', `fault ${fault.id} (${spec.effect.kind}) added`)
    return fault
  }

  remove(id: number): void {
    if (!this.#hold.state().faults.remove(id)) {
      throw new ControlError('not-found', `There is no fault ${id}; it may have healed`)
    }
    this.#hold.changed('faults', `fault ${id} removed`)
  }

  clear(): void {
    this.#hold.state().faults.clear()
    this.#hold.changed('faults', 'all faults removed')
  }
}
