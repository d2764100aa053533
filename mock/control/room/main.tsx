import { render } from 'preact'
import { ControlClient } from '../../client/control-client.ts'
import { syncWorldToAddress, runScenarioInAddress, worldInAddress } from './state/address.ts'
import { noteEndedRun, reportEndedRun } from './state/ended-run.ts'
import { recallKeys, rememberKeys } from './state/remembered-keys.ts'
import { Room } from './state/room.ts'
import { ControlRoom } from './view/control-room.tsx'
import { restoreFocus } from './view/restore-focus.ts'
import { RoomContext } from './view/use-room.ts'

const TICK = 200
const REFRESH = 3000

let isLeft = false
// With keepalive, small requests are sent even while the page is closed (Fetch Standard). Only then: Firefox sends such requests
// past a service worker, which is the mock of the static site.
const client = new ControlClient(new URL('.', location.href).href.slice(0, -1), (url, init) =>
  fetch(url, { ...init, keepalive: isLeft }),
)
const room = new Room(client)
render(
  <RoomContext.Provider value={room}>
    <ControlRoom />
  </RoomContext.Provider>,
  document.body,
)
room.enter(worldInAddress())
recallKeys(room)
syncWorldToAddress(room)
runScenarioInAddress(room)
reportEndedRun(room)
restoreFocus(document.body)

setInterval(() => {
  room.tick(Date.now())
}, TICK)
setInterval(() => {
  if (!document.hidden) room.refresh()
}, REFRESH)
addEventListener('pagehide', () => {
  isLeft = true
  if (room.scenarios.isRunning.peek()) noteEndedRun(true)
  room.scenarios.leave()
  rememberKeys(room)
})
// It may come back from the browser's cache of pages.
addEventListener('pageshow', ({ persisted }) => {
  isLeft = false
  if (persisted) noteEndedRun(false)
})
