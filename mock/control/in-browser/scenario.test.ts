import { expect, it } from 'vitest'
import { clients } from '../../scenarios/clients.ts'
import { slowedDown } from '../../scenarios/scenario-report.ts'
import { NOON } from '../testing/start.ts'
import { letTimeLeap, startLeapingMock } from './page-time.ts'
import { describeRoom, keysOf, openRoom } from './room-page.ts'

// Writes other words, the longest that a run may bring, in place of those of this one.
const SAY = `(words) => {
  for (const [where, text] of words) for (const one of document.querySelectorAll(where)) one.textContent = text
}`

// Where the parts of each client begin.
const LEVELS = `[...document.querySelectorAll('.run')].map((run) =>
  [...run.querySelectorAll('.bar, dl, .assessment')].map((part) => Math.round(part.getBoundingClientRect().top)))`

describeRoom('the story of a rate limit', (room) => {
  it('shows two clients side by side, with 429s, Retry-After, a ban and the recovery', async () => {
    await using mock = await startLeapingMock(NOON, { ban: 'after-10-strikes-for-60-seconds' })
    const { page, complaints } = await openRoom(room.tab, mock)
    await letTimeLeap(page)
    const form = page.locator('.scenarios form')
    await form.getByRole('button', { name: 'Run it' }).click()
    await form.getByRole('button', { name: 'Stop' }).waitFor()
    // Drawing each step would need most of the time.
    await page.evaluate("document.querySelector('main').style.display = 'none'")
    await form.locator('button', { hasText: 'Run it' }).waitFor({ state: 'attached', timeout: 0 })
    await page.evaluate("document.querySelector('main').style.display = ''")
    const [naive, polite] = await page.locator('.run').allInnerTexts()
    expect(naive).toMatch(/Badly behaved: banned/)
    expect(polite).toContain('Well behaved: honoured Retry-After')
    // Its keys come and go, and its clock adapts: no news.
    await expect.poll(() => page.locator('.notices').innerText()).not.toMatch(/-demo-/)
    await page.getByText(/ real time$/).waitFor()
    const outcome = await page.locator('.outcome').innerText()
    expect(outcome).toMatch(/^Polite was done \d:\d\d sooner, with \d+ fewer refused\.$/)
    const [longer = NaN, shorter = NaN] = [naive, polite].map((text = '') => secondsIn(text))
    expect(secondsIn(outcome)).toBe(longer - shorter)
    const served = await page.locator('.run').getByRole('meter').all()
    for (const meter of served) await expect.poll(() => meter.getAttribute('aria-valuenow')).toBe('150')
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect
      .poll(() => page.evaluate("document.querySelector('.plot').getBoundingClientRect().bottom"))
      .toBeLessThan(720)
    // Their keys are removed: the legend has the last figure of the line.
    const lines = page.locator('.lane .swatch.left')
    await lines
      .getByText(/^\d+ left in the minute$/)
      .nth(1)
      .waitFor()
    // The event of the last exchange may arrive a moment after its reply.
    await page.getByText(/^300 served and \d+ over the limit in \d+ (?:s|minutes) of/).waitFor()
    await page.getByLabel('Filter by status').selectOption('429')
    await page.locator('.line-head').last().click()
    await expect.poll(() => page.locator('.detail').innerText()).toMatch(/Retry-After: \d+/)
    expect(mock.world.clock.read()).toMatchObject({ frozen: false, speed: 1 })
    await page.evaluate(
      `(${SAY})(${JSON.stringify([
        ['.scenarios .hint', slowedDown({ speed: 3 })],
        ['.run-name', `${clients.stampede.name} ${clients.stampede.does}`],
        ['.assessment', 'Badly behaved: banned twice, 63 too early, 3 in flight'],
      ])})`,
    )
    const plotEnd = "[...document.querySelectorAll('.lane')].at(-1).getBoundingClientRect().bottom + scrollY"
    await expect.poll(() => page.evaluate(plotEnd)).toBeLessThan(720)
    expect(complaints).toEqual([])
  })

  it('reports why it cannot run', async () => {
    const { page } = await room.open()
    room.mock.limits.switch(false)
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('The limits of the world default are off: switch them on first.').waitFor()
  })

  it('offers no client twice', async () => {
    const { page } = await room.open()
    const first = page.locator('.scenarios select').first()
    const second = page.locator('.scenarios select').nth(1)
    await second.selectOption('stampede')
    await first.selectOption('stampede')
    expect([await first.inputValue(), await second.inputValue()]).toEqual(['stampede', 'naive'])
    expect(await second.locator('option').allInnerTexts()).toEqual([
      'nobody else',
      ...(['naive', 'polite', 'backoff'] as const).map((id) => clients[id].name),
    ])
  })

  it('can be stopped', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page
      .getByText(/stopped after/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
    expect(keysOf(room.mock)).toEqual([])
  })

  it('is known by its clients in a page that is opened when their keys are gone', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.lane').nth(1).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
    const later = await room.tab.browser.newPage()
    await later.goto(page.url())
    const names = later.locator('.lane figcaption b')
    await expect
      .poll(async () => (await names.allInnerTexts()).map((name) => name.replace(/….*/, '…')).toSorted())
      .toEqual(['naive-demo-…', 'polite-demo-…'])
    await later.close()
  })

  it('counts no request as failed that was under way when it was stopped', async () => {
    const { page } = await room.open()
    let left = 5
    await page.route('**/v1/pets?**', (route) => {
      left -= 1
      return left >= 0 ? route.continue() : undefined
    })
    await page.getByRole('button', { name: 'Run it' }).click()
    await expect.poll(() => left).toBeLessThan(-1)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('.cell', { hasText: 'cut off' }).nth(1).waitFor()
    await expect.poll(() => page.locator('.cell', { hasText: 'failed' }).count()).toBe(0)
    await page.unrouteAll()
  })

  it('a double click starts it, and nobody who met no limit is praised', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).dblclick()
    await page.getByText('Sends requests').first().waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Met no limit, stopped after').first().waitFor()
    await expect.poll(() => page.locator('.run.good, .run.bad').count()).toBe(0)
  })

  it('says that it waits while another run has the clock', async () => {
    const { page } = await room.open()
    room.mock.clock.speed(2)
    await page.getByRole('button', { name: 'Run it' }).click()
    await page
      .getByText(/^Begins with the next minute, at \d\d:\d\d:00$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
  })

  it('says in another tab that it goes on, of which clients, and how far they are', async () => {
    const { page } = await room.open()
    const other = await room.tab.browser.newPage()
    await other.goto(page.url())
    await other.getByText('live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Run it' }).click()
    const hint = (on: typeof page) => on.locator('.scenarios .hint')
    const elsewhere =
      /^Another page or a terminal runs Naive \(\d+ .*\) and Polite \(\d+ .*\) in this world\.$/
    const sum = async (): Promise<number> => sumOf(/\d+(?= requests?)/g, await hint(other).innerText())
    await hint(other).getByText(elsewhere).waitFor()
    await expect.poll(sum).toBeGreaterThan(10)
    expect(await hint(page).innerText()).not.toContain('Another page')
    await page.getByRole('button', { name: 'Stop' }).click()
    await hint(other).waitFor({ state: 'detached' })
    await other.close()
  })

  it('says which world it is in, and why its clock is not as fast', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.lane').nth(1).waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('The clock is frozen: the clients wait until it runs again.').waitFor()
    // What is done by hand is news, and how the run itself sets the clock is none.
    const moved = page.locator('.line.change', { hasText: 'it is ' })
    await moved.waitFor()
    await expect.poll(() => moved.allInnerTexts()).toEqual([expect.stringContaining('frozen')])
    await page.locator('.world select').selectOption('staging')
    await page.getByText(/^This run is in the world default, and not in the one shown here/).waitFor()
    await page.getByText('Runs in the world default').first().waitFor()
    await expect.poll(() => page.locator('.lane').count()).toBe(0)
    await page.locator('.world select').selectOption('default')
    await page.locator('.lane').nth(1).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
  })

  it('says why a client gave up, as one does that would have to wait for another day', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.locator('.scenarios select').first().selectOption('polite')
    await page.locator('.scenarios select').nth(1).selectOption('')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Sends requests').waitFor()
    mock.keys.setRemaining(keysOf(mock)[0] ?? '', { day: 0 })
    await page.getByText(/^Well behaved: .*, and gave up: it would need more than 15 minutes$/).waitFor()
  })

  it('has its clients in one order, in cards and in the plot', async () => {
    const { page } = await room.open()
    await page.locator('.scenarios select').first().selectOption('polite')
    await page.locator('.scenarios select').nth(1).selectOption('naive')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.lane').nth(1).waitFor()
    const names = await page.locator('.lane figcaption b').allInnerTexts()
    expect(names).toEqual([expect.stringMatching(/^polite-/), expect.stringMatching(/^naive-/)])
    await expect.poll(() => page.locator('.chip').allInnerTexts()).toEqual(['This run', 'All keys', ...names])
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
  })

  it('shows bars and figures of two clients at one height, however long their names are', async () => {
    const { page } = await room.open({ width: 1280, height: 720 })
    await page.locator('.scenarios select').first().selectOption('stampede')
    await page.locator('.scenarios select').nth(1).selectOption('naive')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.run').nth(1).waitFor()
    const [first, second] = await page.evaluate<readonly (readonly number[])[]>(LEVELS)
    expect(first).toEqual(second)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
  })
})

/** The first time in a text, such as `2:08`, in seconds. */
function secondsIn(text: string): number {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

function sumOf(figures: RegExp, text: string): number {
  return (text.match(figures) ?? []).reduce((sum, one) => sum + Number(one), 0)
}
