import { render } from 'preact'
import { ControlClient } from '../../client/control-client.ts'
import { keepWorldInAddress, worldInAddress } from './state/address.ts'
import { Room } from './state/room.ts'
import { ControlRoom } from './view/control-room.tsx'
import { keepFocus } from './view/keep-focus.ts'
import { RoomContext } from './view/use-room.ts'

const TICK = 200
const LOOK_AROUND = 3000

const room = new Room(new ControlClient(new URL('.', location.href).href.slice(0, -1)))
render(
  <RoomContext.Provider value={room}>
    <ControlRoom />
  </RoomContext.Provider>,
  document.body,
)
room.enter(worldInAddress())
keepWorldInAddress(room)
keepFocus(document.body)

setInterval(() => {
  room.tick(Date.now())
}, TICK)
setInterval(() => {
  if (!document.hidden) room.lookAround()
}, LOOK_AROUND)
