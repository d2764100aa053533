import { expect, it, onTestFinished } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const KEY = 'free-demo-key'

// The code that runs in the page is a text, because our types have no `document`.
const FOCUSED = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'
const UNDER_HEAD = `document.activeElement.getBoundingClientRect().top <
  document.querySelector('header').getBoundingClientRect().bottom`

// The end of the page, top and bottom of the notice, and what is in the middle of the bottom of the window.
const BOTTOM = `[
  document.querySelector('main').getBoundingClientRect().bottom,
  document.querySelector('.notice')?.getBoundingClientRect().top,
  document.querySelector('.notice')?.getBoundingClientRect().bottom,
  document.elementFromPoint(innerWidth / 2, innerHeight - 20).closest('main, .notices')?.localName,
]`

// Whether the notice hides a part of its text.
const CUT = `{
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector('.notice summary')
  scrollWidth > clientWidth || scrollHeight > clientHeight
}`

// How many lines of the notice are shown.
const NOTICE_LINES = `{
  const summary = document.querySelector('.notice summary')
  Math.round(summary.clientHeight / parseFloat(getComputedStyle(summary).lineHeight))
}`

// The pets whose name stands in several lines, or whose controls stick out of their list.
const SQUEEZED = `{
  const list = document.querySelector('.pets').parentElement.getBoundingClientRect()
  const isSqueezed = (row) => {
    const name = document.createRange()
    name.selectNodeContents(row.children[1])
    return name.getClientRects().length > 1 ||
      [...row.querySelectorAll('select, button')].some((part) => part.getBoundingClientRect().right > list.right)
  }
  ;[...document.querySelectorAll('.pets tbody tr')].filter(isSqueezed).map(({ textContent }) => textContent)
}`

// Where the buttons of the clock are, and the panel below them.
const PLACES = `[...document.querySelectorAll('.time-strip :is(button, select), .scenarios')].map((one) => {
  const { left, right, top } = one.getBoundingClientRect()
  return [left, one.matches('.scenarios') ? 0 : right, top]
})`

// Where the select of the world and the base address end, and the page below the header begins.
const HEADER = `[
  ...[...document.querySelectorAll('.world select, .address')].map((one) => one.getBoundingClientRect().right),
  document.querySelector('main').getBoundingClientRect().top,
]`

describeRoom('the control room as a whole', (room) => {
  it('has nothing before the page in a narrow window, but a notice, which leaves the end of the page free', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 360, height: 740 })
    const [, , , before] = await page.evaluate<readonly unknown[]>(BOTTOM)
    expect(before).toBe('main')
    mock.keys.setRemaining(KEY, { minute: 3 })
    await page.locator('.notice').waitFor()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const [end, top = 0, bottom] = await page.evaluate<readonly number[]>(BOTTOM)
    expect(end).toBeLessThanOrEqual(top)
    expect(bottom).toBeLessThanOrEqual(740)
  })

  it.each([320, 390])(
    'shows that of a ban whole on a phone, %i pixels wide, and not over its header',
    async (width) => {
      const { mock } = room
      const { page } = await room.open({ width, height: 740 })
      mock.keys.setRemaining(KEY, { minute: 0 })
      await sendRequests(mock, KEY, 10)
      await page.locator('.notice', { hasText: 'is banned until' }).waitFor()
      await expect.poll(() => page.evaluate(CUT)).toBe(false)
      const [, top, bottom] = await page.evaluate<readonly number[]>(BOTTOM)
      expect(top).toBeGreaterThan(640)
      expect(bottom).toBeLessThanOrEqual(740)
    },
  )

  it('has room for the name of a new key, and between the search and the badge of a ban', async () => {
    const { mock } = room
    for (const name of ['ann', 'ben', 'cem', 'dan']) mock.keys.add({ key: `${name}-key`, plan: 'free' })
    mock.keys.ban('ann-key', 60)
    const { page } = await room.open({ width: 1280, height: 720 })
    const [search, badge, input] = ['.find-key', '.key .ban', '.add-key input'].map((one) =>
      page.locator(one),
    )
    expect((await input?.boundingBox())?.width).toBeGreaterThan(250)
    const end = await search?.boundingBox()
    expect((await badge?.boundingBox())?.y).toBeGreaterThanOrEqual((end?.y ?? 0) + (end?.height ?? 0) + 2)
  })

  it('shows a bar of a key as wide as its card on a phone', async () => {
    const { page } = await room.open({ width: 320, height: 740 })
    const [card, bar] = await Promise.all(
      ['.key', '.key .bar'].map((one) => page.locator(one).first().boundingBox()),
    )
    expect(bar?.width).toBeGreaterThan((card?.width ?? 0) * 0.85)
  })

  it('is not wider than a phone, also where its clock is far from real time', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 320, height: 740 })
    mock.clock.advance({ days: 1000, minutes: 59 })
    await page.locator('.offset', { hasText: /^\d+ d \d+ h (?:ahead of|behind) real time$/ }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  it('shows names, statuses and buttons of pets whole on a phone', async () => {
    const { mock } = room
    mock.pets.add({ name: 'Maximilian', categoryId: 9_007_199_254_740_993n, status: 'available' })
    const { page } = await room.open({ width: 320, height: 740 })
    await page.getByRole('tab', { name: 'Pets' }).click()
    await page.getByRole('button', { name: 'Remove pet 1', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(SQUEEZED)).toEqual([])
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  it.each([1280, 768, 320])(
    'keeps the buttons of its clock in their place, %i pixels wide',
    async (width) => {
      const { mock } = room
      const { page } = await room.open({ width, height: 720 })
      mock.clock.change({ now: Date.now() })
      await page.locator('.offset').waitFor({ state: 'detached' })
      const before = await page.evaluate(PLACES)
      mock.clock.freeze()
      await page.getByRole('button', { name: 'Unfreeze' }).waitFor()
      await expect.poll(() => page.evaluate(PLACES)).toEqual(before)
      mock.clock.advance({ minutes: 1 })
      await page.getByText('1 min ahead of real time').waitFor()
      await expect.poll(() => page.evaluate(PLACES)).toEqual(before)
      mock.clock.advance({ days: 1466, hours: 23 })
      await page.getByText(/^1,466 d 23 h ahead of real time$/).waitFor()
      await expect.poll(() => page.evaluate(PLACES)).toEqual(before)
    },
  )

  it.each([1280, 320])(
    'moves nothing for a world with a long name and the notice of a ban, %i pixels wide',
    async (width) => {
      const { mock } = room
      const { page } = await room.open({ width, height: 720 })
      const before = await page.evaluate(HEADER)
      const long = mock.worlds.create('page-3f2b8c1e-9d4a-4e6f-8b7a-5c0d1e2f3a4')
      onTestFinished(() => {
        mock.worlds.remove(long.name)
      })
      await page.locator('option', { hasText: long.name }).waitFor({ state: 'attached' })
      mock.keys.setRemaining(KEY, { minute: 0 })
      await sendRequests(mock, KEY, 10)
      await page.locator('.notice', { hasText: 'is banned until' }).waitFor()
      expect(await page.evaluate(HEADER)).toEqual(before)
      await page.getByRole('combobox', { name: 'World' }).selectOption(long.name)
      await page.locator('.address', { hasText: long.name }).waitFor()
      await page.locator('.notice').waitFor({ state: 'detached' })
      const within = await page.evaluate(HEADER)
      long.keys.setRemaining(KEY, { minute: 0 })
      await sendRequests(mock, KEY, 10, `/${long.name}/v1/pets?limit=1`)
      await page.locator('.notice', { hasText: 'is banned until' }).waitFor()
      expect(await page.evaluate(HEADER)).toEqual(within)
    },
  )

  it.each([
    [1280, 2],
    [320, 3],
  ])('cuts a long notice, %i pixels wide, to %i lines until it is opened', async (width, lines) => {
    const { mock } = room
    const { page } = await room.open({ width, height: 720 })
    const before = await page.evaluate(HEADER)
    const key = 'very-long-key-'.repeat(14)
    mock.keys.add({ key, plan: 'free' })
    const notice = page.locator('.notice summary', { hasText: key })
    await notice.waitFor()
    expect(await page.evaluate(CUT)).toBe(true)
    expect(await page.evaluate(NOTICE_LINES)).toBe(lines)
    expect(await page.evaluate(HEADER)).toEqual(before)
    expect(await notice.getAttribute('title')).toContain(key)
    await notice.click()
    await expect.poll(() => page.evaluate(CUT)).toBe(false)
    await page.getByRole('button', { name: 'Close this notice' }).click()
    await notice.waitFor({ state: 'detached' })
  })

  it('creates a world, opens it, and leaves it when it is removed', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.getByRole('tab', { name: 'Worlds' }).click()
    mock.faults.add({ effect: { kind: 'not-json' } })
    await page.locator('.notice', { hasText: 'fault 1' }).waitFor()
    await page.getByLabel('New world').fill('demo')
    await page.getByRole('button', { name: 'Create and open' }).click()
    await page.getByText(`${mock.origin}/demo/v1`).waitFor()
    await expect.poll(() => page.locator('.notice', { hasText: 'fault 1' }).count()).toBe(0)
    expect([page.url(), await page.title()]).toEqual([
      `${mock.origin}/_mock/?world=demo`,
      'demo · Control room · Pet Store mock',
    ])
    await expect
      .poll(() => page.getByRole('link', { name: 'Docs' }).getAttribute('href'))
      .toBe('docs/?world=demo')
    await page.reload()
    await page.getByText(`${mock.origin}/demo/v1`, { exact: true }).waitFor()
    await page.goto(`${mock.origin}/_mock/?world=`)
    await page.getByText(mock.baseUrl, { exact: true }).waitFor()
    await page.goto(`${mock.origin}/_mock/?world=demo`)
    await page.getByText(`${mock.origin}/demo/v1`, { exact: true }).waitFor()
    mock.worlds.remove('demo')
    await page.getByText('The world demo was removed').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'World' }).inputValue()).toBe('default')
    await page.getByText('live', { exact: true }).waitFor()
    expect(page.url()).toBe(`${mock.origin}/_mock/`)
  })

  it('follows no link to a world that is not there, and says so until it is read', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.goto(`${mock.origin}/_mock/?world=zoo&scenario=polite`)
    await page
      .locator('.scenarios')
      .getByText('This link is not followed. There is no world "zoo" here.')
      .waitFor()
    mock.keys.add({ key: 'team-key', plan: 'free' })
    await page.locator('.key').getByText('team-key').waitFor()
    await page.locator('.notice', { hasText: 'There is no world "zoo".' }).waitFor()
    await page.goto(`${mock.origin}/_mock/?scenario=rude`)
    await page.locator('.scenarios').getByText('There is no client "rude" here.').waitFor()
  })

  it('resets a world after a confirmation', async () => {
    const { mock } = room
    const { page } = await room.open()
    await sendRequests(mock, KEY, 2)
    mock.keys.add({ key: 'team-key', plan: 'free' })
    await page.locator('.line.exchange').first().waitFor()
    await page.getByRole('button', { name: 'Reset world' }).click()
    await page.getByText('Keys and pets that were added since then are removed.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(mock.keys.get(KEY).windows.minute.remaining).toBe(58)
    await page.getByRole('button', { name: 'Reset world' }).click()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.locator('.line.exchange').first().waitFor({ state: 'detached' })
    expect(mock.keys.get(KEY).windows.minute.remaining).toBe(60)
    expect(mock.keys.list().map(({ key }) => key)).not.toContain('team-key')
  })

  it('can be used with only a keyboard', async () => {
    const { mock } = room
    const { page } = await room.open({ height: 400 })
    await sendRequests(mock, KEY, 1)
    const line = page.locator('.line-head')
    await line.waitFor()
    const isThere = (): Promise<boolean> => page.evaluate("document.activeElement.className === 'line-head'")
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('Skip to the details of the world')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(UNDER_HEAD)).toBe(false)
    for (let presses = 0; presses < 9 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.detail').waitFor()
    await page.getByRole('tab', { name: 'Traffic' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => page.getByRole('tab', { name: 'Pets' }).getAttribute('aria-selected'))
      .toBe('true')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => page.getByRole('tab', { name: 'Worlds' }).getAttribute('aria-selected'))
      .toBe('true')
  })
})
