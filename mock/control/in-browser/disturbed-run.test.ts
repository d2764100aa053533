import { expect, it } from 'vitest'
import { describeRoom, keysOf } from './room-page.ts'

describeRoom('a run of a scenario that somebody disturbs', (room) => {
  it('is stopped when its world is reset, and nothing of it is left in the plot and the traffic', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Sends requests').first().waitFor()
    room.mock.reset()
    // A client may hear that its key is gone before the room hears why.
    await page.getByText(/^Stopped, because .*the world was reset/).waitFor()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
    for (const text of await page.locator('.run').allInnerTexts()) expect(text).toContain('Stopped after ')
    // The plot is drawn again a moment after the sentence.
    await page.getByRole('button', { name: 'This run' }).waitFor({ state: 'detached' })
    // The run's own requests for what is gone are no news.
    await expect.poll(() => page.locator('.lines').innerText()).not.toMatch(/\/leases\/|\/keys\//)
  })

  it('is stopped when its clock is moved by a day, says so, and has the same figures in its cards and its plot', async () => {
    const { page } = await room.open()
    // Its keys may be gone before the page has read a list of them.
    const list = await fetch(`${room.mock.origin}/_mock/worlds/default/keys`)
    const before = await list.text()
    await page.route(/\/worlds\/default\/keys$/, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ contentType: 'application/json', body: before })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.locator('.lane').nth(1).waitFor()
    await page.getByRole('button', { name: '+1 day' }).click()
    await page
      .getByText('Stopped, because the clock was moved forward by 1 day during the run. It goes on after')
      .waitFor()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
    await page.locator('.note').waitFor({ state: 'detached' })
    await page.getByText(/^\d+ served and \d+ over the limit in \d+ s of the mock’s clock/).waitFor()
    const served = await page.locator('.run').getByRole('meter').all()
    const counted = await Promise.all(served.map((meter) => meter.getAttribute('aria-valuenow')))
    await expect
      .poll(() => page.locator('.lane .swatch.admitted').allInnerTexts())
      .toEqual(counted.map((count) => `${count} served`))
    await page.unrouteAll()
  })

  it('is stopped when the connection is lost, and says so when it is back', async () => {
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Sends requests').first().waitFor()
    await page.context().setOffline(true)
    const why = page.getByText(/^Stopped, because the connection to the mock at \S+ was lost\.$/)
    await why.waitFor()
    await page.context().setOffline(false)
    await page.getByText('live', { exact: true }).waitFor()
    await expect.poll(() => why.count()).toBe(1)
    for (const text of await page.locator('.run').allInnerTexts()) expect(text).toContain('Stopped after ')
  })

  it('says that its clock was set during it, and what was neither served nor refused, so that its figures add up', async () => {
    const { mock } = room
    const { page } = await room.open()
    mock.faults.add({ effect: { kind: 'status', status: 503 }, times: 2 })
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Sends requests').first().waitFor()
    await page.locator('.cell', { hasText: 'failed' }).first().waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('The clock is frozen: the clients wait until it runs again.').waitFor()
    const arrived = (): number => sumOf(keysOf(mock).map((key) => mock.report(key).requests))
    const parts = async (): Promise<number> => {
      const rows = await page.locator('.run dl').allInnerTexts()
      return sumOf(rows.flatMap((row) => row.match(/\d+/g) ?? []).map(Number))
    }
    await expect.poll(async () => (await parts()) - arrived()).toBe(0)
    await page.getByRole('button', { name: 'Unfreeze' }).click()
    await expect.poll(() => page.locator('.note').count()).toBe(0)
    await page.getByRole('button', { name: '+1 min' }).click()
    await page.getByText(/^The clock was set, or its speed changed, during this run: /).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
    await page.getByText(/^The clock was set, or its speed changed, during this run: /).waitFor()
  })

  it('says that somebody has changed the key of a client or the limits during it', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Sends requests').first().waitFor()
    await expect.poll(() => keysOf(mock)).toHaveLength(2)
    await expect.poll(() => page.locator('.note').count()).toBe(0)
    mock.keys.changePlan(keysOf(mock)[0] ?? '', { plan: 'pro' })
    await page.getByText(/^A key of a client was changed during this run: /).waitFor()
    mock.limits.switch(false)
    await page.getByText(/^The rate limits were switched during this run: /).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run it' }).waitFor()
    await expect.poll(() => page.locator('.note').count()).toBe(2)
  })

  it('says that a client is banned by hand, which is no fault of it and counts as no ban', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.locator('.scenarios select').first().selectOption('polite')
    await page.locator('.scenarios select').nth(1).selectOption('')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Sends requests').waitFor()
    mock.clock.freeze()
    const [key = ''] = keysOf(mock)
    mock.keys.ban(key, 50)
    await page.locator('.assessment').getByText('Banned, 50 s left').waitFor()
    await page.locator('.run').getByRole('button', { name: 'To its end: the ban of Polite' }).waitFor()
    await expect.poll(() => page.locator('.cell.is-bad').count()).toBe(0)
    mock.clock.change({ frozen: false })
    await page.locator('.cell', { hasText: 'refused' }).getByText('1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Bans: those that the client earned. A ban by hand does not count.').waitFor()
    await expect.poll(() => page.locator('.cell', { hasText: 'bans' }).locator('dd').innerText()).toBe('0')
  })

  it('restores the clock and removes its keys when its page is reloaded or left during a run, and says that it ended', async () => {
    const { mock } = room
    const { page } = await room.open()
    const ended = page.getByText('The run ended when this page was reloaded or left. Run it again.')
    for (const go of [() => page.reload(), () => page.goto('about:blank')]) {
      await page.getByRole('button', { name: 'Run it' }).click()
      // Its clock is fast by then, or slower again where the machine is busy.
      await expect.poll(() => keysOf(mock)).toHaveLength(2)
      await go()
      await expect.poll(() => [keysOf(mock), mock.clock.read().speed]).toEqual([[], 1])
      if (page.url() !== 'about:blank') await ended.waitFor()
    }
    await page.goto(`${mock.origin}/_mock/`)
    await ended.waitFor()
    await page.reload()
    await page.getByText('live', { exact: true }).waitFor()
    await expect.poll(() => ended.count()).toBe(0)
  })
})

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0)
}
