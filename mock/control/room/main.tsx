import { render } from 'preact'
import { ControlApi } from './state/control-api.ts'
import { Room } from './state/room.ts'
import { ControlRoom } from './view/control-room.tsx'
import { RoomContext } from './view/use-room.ts'

const TICK = 200
const LOOK_AROUND = 3000

const room = new Room(new ControlApi(new URL('./', location.href).pathname))
render(
  <RoomContext.Provider value={room}>
    <ControlRoom />
  </RoomContext.Provider>,
  document.body,
)
room.enter(new URLSearchParams(location.search).get('world') ?? 'default')

setInterval(() => {
  room.tick(Date.now())
}, TICK)
setInterval(() => {
  if (!document.hidden) room.lookAround()
}, LOOK_AROUND)
