import { expect, it } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const KEY = 'free-demo-key'

// The code that runs in the page is a text, because our types have no `document`.
const FOCUSED = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'
const HEIGHT = "document.querySelector('.key-list').offsetHeight"

// Whether the name of a banned key is cut.
const CUT = `{
  const { scrollWidth, clientWidth } = document.querySelector('.key.banned .key-name')
  scrollWidth > clientWidth
}`

// The cards of banned keys that do not enclose what says so, or whose plan stands at another height.
const OUTSIDE = `[...document.querySelectorAll('.key.banned')].filter((card) => {
  const place = (part) => part.getBoundingClientRect()
  const [whole, plan] = [place(card), place(card.querySelector('.plan'))]
  return [...card.querySelectorAll('.to-end, .ban')].some((part) => {
    const { top, bottom, left, right } = place(part)
    return top < whole.top + 4 || bottom > whole.bottom || left < whole.left || right > whole.right ||
      Math.abs(top + bottom - plan.top - plan.bottom) > 2
  })
}).length`

// The colour of what shows a ban in the legend of the plot, and what shows a refusal.
const SWATCHES = `['banned', 'bad'].map((one) =>
  getComputedStyle(document.querySelector('.swatch.' + one), '::before').backgroundColor)`

// The ground of the bar of an empty window, and of a full one.
const GROUNDS = `['.bar.empty', '.bar.well'].map((bar) => getComputedStyle(document.querySelector(bar)).backgroundColor)`

describeRoom('a ban in the control room', (room) => {
  it('says whose ban it is, and until when, before anything else', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 1280 })
    mock.keys.add({ key: 'front-end-1-key', plan: 'free' })
    mock.keys.add({ key: 'front-end-2-key', plan: 'business' })
    await page.locator('.key').nth(6).waitFor()
    const height = (): Promise<number> => page.evaluate(HEIGHT)
    const minute = page.locator('.key.banned .gauge').first()
    const before = await height()
    mock.keys.setRemaining('front-end-1-key', { minute: 0 })
    await sendRequests(mock, 'front-end-1-key', 10)
    await page.getByText(/^front-end-1-key is banned until \d\d:\d\d:\d\d after 10 refusals/).waitFor()
    const card = page.locator('.key.banned')
    await expect.poll(() => card.locator('.ban').innerText()).toMatch(/^banned, [12]:\d\d left$/)
    await page
      .locator('.lane figcaption')
      .getByText(/^banned, [12]:\d\d left$/)
      .waitFor()
    // The cards below keep their place.
    await expect.poll(height).toBe(before)
    expect(words(await minute.innerText())).toBe('minute 0 / 60 60 after the ban')
    mock.clock.advance({ minutes: 1 })
    await card.getByText(/^banned, (?:1:0\d|\d+ s) left$/).waitFor()
    expect(words(await minute.innerText())).toBe('minute 0 / 60 60 after the ban')
    await expect.poll(() => page.locator('.line .status').allInnerTexts()).toEqual(['429', '429 × 9'])
  })

  it('shows the whole name and the plan of a banned key, and its ban as a pale area, as in the plot', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 1280 })
    mock.keys.add({ key: 'stampede-demo-spym', plan: 'business' })
    await sendRequests(mock, 'stampede-demo-spym', 1)
    await page.locator('.lane').waitFor()
    mock.keys.ban('stampede-demo-spym', 120)
    const card = page.locator('.key.banned')
    await card.waitFor()
    await expect.poll(() => page.evaluate(CUT)).toBe(false)
    await expect.poll(() => card.locator('.plan').innerText()).toBe('Business')
    await page.locator('.swatch.banned').waitFor()
    const [banned, refused] = await page.evaluate<readonly string[]>(SWATCHES)
    expect(banned).not.toBe(refused)
  })

  it.each([1280, 320])(
    'has the sign of a ban in the card of its key, beside the plan, %i pixels wide',
    async (width) => {
      const { mock } = room
      const { page } = await room.open({ width, height: 720 })
      mock.clock.freeze()
      for (const key of [KEY, 'business-demo-key']) mock.keys.ban(key, 90)
      await page.locator('.key.banned').nth(1).waitFor()
      await expect.poll(() => page.evaluate(OUTSIDE)).toBe(0)
    },
  )

  it('bans a key with a countdown, lifts the ban, adds a key and removes it', async () => {
    const { mock } = room
    const { page } = await room.open()
    const card = page.locator('.key').filter({ has: page.getByTitle(KEY, { exact: true }) })
    await card.getByText('Change').click()
    await card.getByRole('button', { name: 'Ban for 60 s' }).click()
    await card.getByText(/^banned, .* left$/).waitFor()
    mock.clock.advance({ seconds: 5 })
    await card.getByText(/^banned, 5\d s left$/).waitFor()
    await card.getByRole('button', { name: 'Lift the ban' }).click()
    await card.getByText(/^banned,/).waitFor({ state: 'detached' })
    expect(mock.keys.get(KEY).bannedUntil).toBeUndefined()
    await page.getByLabel('New key').fill('team-key')
    await page.getByRole('button', { name: 'Add key' }).click()
    const added = page.locator('.key').filter({ has: page.getByTitle('team-key') })
    await added.getByText('Change').click()
    await added.getByRole('button', { name: 'Remove' }).click()
    await added.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('Change pro-demo-key')
    await page.getByLabel('New key').fill(KEY)
    await page.getByRole('button', { name: 'Add key' }).click()
    await page
      .locator('.notice.wrong', { hasText: `The key ${KEY} exists already: change its plan` })
      .waitFor()
    await page.locator('.line.change', { hasText: `keys: 409 The key ${KEY} exists already` }).waitFor()
  })

  it('moves the clock to the end of the ban of a key, and no further', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 320, height: 720 })
    mock.clock.freeze()
    mock.keys.ban(KEY, 90)
    mock.keys.ban('pro-demo-key', 400)
    const { bannedUntil } = mock.keys.get(KEY)
    const button = page.getByRole('button', { name: `To its end: the ban of ${KEY}`, exact: true })
    await button.press('Enter')
    await button.waitFor({ state: 'detached' })
    expect([mock.clock.read(), mock.keys.get(KEY).bannedUntil]).toEqual([
      { now: bannedUntil, frozen: true, speed: 1 },
      undefined,
    ])
    await expect.poll(() => page.getByRole('button', { name: /^To its end/ }).count()).toBe(1)
    await expect.poll(() => page.evaluate(FOCUSED)).toBe(`Change ${KEY}`)
  })

  it('no longer says that a key is banned when the clock was moved to the end of the ban', async () => {
    const { mock } = room
    const { page } = await room.open({ width: 1280 })
    mock.clock.freeze()
    // So that no notice goes because it was shown for long enough.
    await page.evaluate('{ const now = Date.now(); Date.now = () => now }')
    mock.keys.setRemaining(KEY, { minute: 0 })
    await sendRequests(mock, KEY, 10)
    const notice = page.locator('.notice.bad', { hasText: `${KEY} is banned until ` })
    await notice.waitFor()
    await page.getByRole('button', { name: `To its end: the ban of ${KEY}`, exact: true }).click()
    await notice.waitFor({ state: 'detached' })
  })

  it('shows without a reload that a minute is over: no strike, and windows that are open', async () => {
    const { mock } = room
    const { page } = await room.open()
    mock.clock.change({ now: '2030-01-01T12:00:40Z', frozen: true })
    mock.keys.setRemaining(KEY, { minute: 0 })
    await sendRequests(mock, KEY, 1)
    const card = page.locator('.key').filter({ has: page.getByTitle(KEY, { exact: true }) })
    await card.getByText('1 strike').waitFor()
    const [empty, full] = await page.evaluate<readonly string[]>(GROUNDS)
    expect(empty).toBe(full)
    mock.clock.change({ frozen: false, speed: 10 })
    await card.getByText('1 strike').waitFor({ state: 'detached' })
    await card.getByText('60 / 60').first().waitFor()
    await card
      .locator('.gauge-reset')
      .first()
      .getByText(/^resets in/)
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'To next reset' }).isEnabled()).toBe(true)
  })
})

function words(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
