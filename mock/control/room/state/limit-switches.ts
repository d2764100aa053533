const MOST_SWITCHES = 50

interface Switch {
  /** Unix seconds of the world. */
  readonly second: number
  readonly isOn: boolean
}

/** When the rate limits of a world were on, as far as this page knows. Times in Unix milliseconds of the world. */
export class LimitSwitches {
  #switches: readonly Switch[] = []

  /** Notes that the limits were switched at a time. */
  note(isOn: boolean, time: number): void {
    if (this.#switches.at(-1)?.isOn === isOn) return
    this.#switches = [...this.#switches, { second: Math.floor(time / 1000), isOn }].slice(-MOST_SWITCHES)
  }

  /** Takes how they were read at a time. Returns whether that is new. */
  read(isOn: boolean, time: number): boolean {
    const last = this.#switches.at(-1)
    if (last?.isOn === isOn) return false
    // Nobody knows since when: no quota is known to have been in force.
    if (!last) this.note(isOn, -Infinity)
    // A reading may be older than the last event.
    else if (time / 1000 >= last.second) this.note(isOn, time)
    return true
  }

  clear(): void {
    this.#switches = []
  }

  /** Whether the limits were off in a second of the world. */
  areOff(second: number): boolean {
    return this.#switches.findLast((one) => one.second <= second)?.isOn === false
  }
}
