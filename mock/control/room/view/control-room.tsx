import { Header } from './header.tsx'
import { Keys } from './keys.tsx'
import { Notices } from './notices.tsx'
import { Plot } from './plot.tsx'
import { Scenarios } from './scenarios.tsx'
import { TimeStrip } from './time-strip.tsx'
import { TokenForm } from './token-form.tsx'
import { WorkArea } from './work-area.tsx'

/** The whole page: the world and its time above, what happens in the middle, what can be set around it. */
export function ControlRoom() {
  return (
    <>
      <Header />
      <TokenForm />
      <main>
        <TimeStrip />
        <div class="columns">
          <div class="column">
            <Scenarios />
            <Plot />
            <WorkArea />
          </div>
          <div class="column">
            <Keys />
          </div>
        </div>
      </main>
      <Notices />
    </>
  )
}
