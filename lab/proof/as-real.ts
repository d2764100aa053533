import { setImmediate as turn } from 'node:timers/promises'
import type { RunPorts, WorldControl } from '../../contract-tests/engine/ports.ts'
import type { Transport } from '../../contract-tests/engine/transport.ts'

const MINUTE_MS = 60_000
// How long a request takes until it is handled, and from then until it is answered.
const BEFORE_MS = 9
const AFTER_MS = 4

/**
 * A service in process as a real one shows itself: nothing controls it, each request takes some time, and whoever waits lets its
 * clock go on. The run begins `second` seconds into a minute.
 */
export async function asReal(
  { transport, control }: { readonly transport: Transport; readonly control: readonly WorldControl[] },
  second: number,
): Promise<RunPorts> {
  let now = 0
  for (const { clock } of control) now = (await clock.freeze()).now
  const goOn = async (milliseconds: number): Promise<void> => {
    await turn()
    for (const { clock } of control) now = (await clock.advance({ seconds: milliseconds / 1000 })).now
  }
  await goOn((second * 1000 - (now % MINUTE_MS) + MINUTE_MS) % MINUTE_MS)
  return {
    transport: async (request) => {
      await goOn(BEFORE_MS)
      const reply = await transport(request)
      await goOn(AFTER_MS)
      return reply
    },
    clock: { now: () => now, sleep: goOn },
  }
}
