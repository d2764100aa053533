import { afterAll, beforeAll, beforeEach } from 'vitest'
import { describeInBrowser, type Look, type Tab, type OpenedPage } from '../../../lab/testing/browser.ts'
import { NOON } from '../testing/start.ts'
import { startMock, type Mock } from '../../index.ts'

/** A mock whose default world is reset for each test, and a tab for its control room. */
export interface RoomTests {
  readonly mock: Mock
  readonly tab: Tab
  /** Opens the control room and waits until it is live. */
  readonly open: (look?: Look) => Promise<OpenedPage>
}

// The browser logs refused requests as errors, but they are expected.
const WIDE: Look = {
  width: 1400,
  height: 1000,
  permitted: /^Failed to load resource/,
  recordsRequests: false,
}

/** Tests of the control room that share a mock and a tab. The default world is reset for each test. */
export function describeRoom(opened: string, tests: (room: RoomTests) => void): void {
  describeInBrowser(opened, (tab) => {
    const minutes = new Minutes()
    let mock: Mock | undefined
    const running = (): Mock => {
      if (!mock) throw new Error('The mock has not been started')
      return mock
    }
    beforeAll(async () => {
      // More pets would only add rows.
      mock = await startMock({ port: 0, pets: 5, time: minutes.now })
    })
    beforeEach(() => {
      minutes.beginNext()
      running().reset()
    })
    afterAll(() => mock?.stop())
    tests({
      get mock() {
        return running()
      },
      tab,
      open: (look) => openRoom(tab, running(), look),
    })
  })
}

/** Time that starts for each test at the start of a minute, so that no minute ends during a test. */
class Minutes {
  #start = NOON
  #began = performance.now()

  readonly now = (): number => this.#start + Math.floor(performance.now() - this.#began)

  beginNext(): void {
    this.#start = Math.ceil(this.now() / 60_000) * 60_000
    this.#began = performance.now()
  }
}

/** Opens the control room of a mock, and waits until it is live. */
export async function openRoom(tab: Tab, mock: Pick<Mock, 'origin'>, look: Look = {}): Promise<OpenedPage> {
  const opened = await tab.goTo(`${mock.origin}/_mock/`, { ...WIDE, ...look })
  await opened.page.getByText('live', { exact: true }).waitFor()
  return opened
}

/** Sends so many requests with a key, one after the other. */
export async function sendRequests(
  mock: Mock,
  key: string,
  count: number,
  path = '/v1/pets?limit=1',
): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const reply = await fetch(mock.origin + path, { headers: { Authorization: `Bearer ${key}` } })
    await reply.arrayBuffer()
  }
}

/** The keys of the scenario's clients. */
export function keysOf(mock: Mock): readonly string[] {
  return mock.keys
    .list()
    .map(({ key }) => key)
    .filter((key) => /^(?:naive|polite)-demo-/.test(key))
}
