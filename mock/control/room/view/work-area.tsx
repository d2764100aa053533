import { useState } from 'preact/hooks'
import { useRoom } from './use-room.ts'
import { Choices } from './choices.tsx'
import { Faults } from './faults.tsx'
import { Pets } from './pets.tsx'
import { Traffic } from './traffic.tsx'
import { Worlds } from './worlds.tsx'
import { figure } from './words.ts'

const TABS = ['Traffic', 'Pets', 'Choices', 'Faults', 'Worlds'] as const
type Tab = (typeof TABS)[number]
/** The pets are in the service behind a proxy, and it stands before one world. */
const TABS_OF_PROXY: readonly Tab[] = ['Traffic', 'Choices', 'Faults']

const PANELS = { Traffic, Pets, Choices, Faults, Worlds }

/** The details of the world in tabs (WAI-ARIA, Tabs Pattern). */
export function WorkArea() {
  const [chosen, choose] = useState<Tab>('Traffic')
  const tabs = useRoom().proxied.value ? TABS_OF_PROXY : TABS
  const Panel = PANELS[chosen]
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs.at((tabs.indexOf(chosen) + by) % tabs.length)
    if (by === 0 || !next) return
    choose(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <section class="panel work" id="work" tabIndex={-1} aria-label="Details of the world">
      <div role="tablist" aria-label="Parts of the world" class="tabs" onKeyDown={step}>
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            aria-controls="work-panel"
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => {
              choose(tab)
            }}
          >
            {tab}
            <Count tab={tab} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id="work-panel" aria-labelledby={`tab-${chosen}`}>
        <Panel />
      </div>
    </section>
  )
}

/** The number of items in a tab, if there are any. */
function Count({ tab }: { readonly tab: Tab }) {
  const room = useRoom()
  const changed = room.readings.choices.value.filter((point) => point.chosen !== point.default).length
  const counts: Record<Tab, number> = {
    Traffic: 0,
    Pets: room.current.value?.pets ?? 0,
    Choices: changed,
    Faults: room.readings.faults.value.length,
    Worlds: room.readings.worlds.value.length,
  }
  return counts[tab] === 0 ? null : <span class="count">{figure(counts[tab])}</span>
}
