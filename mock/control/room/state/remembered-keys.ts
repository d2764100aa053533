import type { Room } from './room.ts'
import { withTabStorage } from './tab-storage.ts'

const NAME = 'petstore-keys'

/** Notes in this tab which keys the listed exchanges are of: the journal has them only redacted, and a removed one is on no list. */
export function rememberKeys({ traffic, world }: Pick<Room, 'traffic' | 'world'>): void {
  withTabStorage((storage) => {
    storage.setItem(NAME, JSON.stringify([world.value, traffic.listedKeys()]))
  })
}

/** Names the keys of the page before, if it showed the same world. */
export function recallKeys({ traffic, world }: Pick<Room, 'traffic' | 'world'>): void {
  withTabStorage((storage) => {
    const noted: unknown = JSON.parse(storage.getItem(NAME) ?? 'null')
    if (!Array.isArray(noted) || noted[0] !== world.value) return
    traffic.keyNames.add(Array.isArray(noted[1]) ? noted[1].filter(isListedKey) : [])
  })
}

function isListedKey(value: unknown): value is { key: string; keyId: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    'keyId' in value &&
    typeof value.key === 'string' &&
    typeof value.keyId === 'string'
  )
}
