import { render } from 'preact'
import { ControlClient } from '../../client/control-client.ts'
import { keepWorldInAddress, runScenarioInAddress, worldInAddress } from './state/address.ts'
import { Room } from './state/room.ts'
import { ControlRoom } from './view/control-room.tsx'
import { keepFocus } from './view/keep-focus.ts'
import { RoomContext } from './view/use-room.ts'

const TICK = 200
const LOOK_AROUND = 3000

// What is asked for while the page goes is still sent (Fetch Standard, keepalive); it must be small, and these are.
const client = new ControlClient(new URL('.', location.href).href.slice(0, -1), (url, init) =>
  fetch(url, { ...init, keepalive: init.method !== 'GET' }),
)
const room = new Room(client)
render(
  <RoomContext.Provider value={room}>
    <ControlRoom />
  </RoomContext.Provider>,
  document.body,
)
room.enter(worldInAddress())
keepWorldInAddress(room)
runScenarioInAddress(room)
keepFocus(document.body)

setInterval(() => {
  room.tick(Date.now())
}, TICK)
setInterval(() => {
  if (!document.hidden) room.lookAround()
}, LOOK_AROUND)
addEventListener('pagehide', () => {
  room.scenarios.leave()
})
