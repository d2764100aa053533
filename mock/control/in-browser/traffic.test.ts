import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const KEY = 'free-demo-key'

// Whether a reason in a line is cut.
const CUT = `[...document.querySelectorAll('.line-head .sentence')].some(
  ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`

// How many parts of lines are cut: paths, names of keys, numbers of equal lines.
const CUT_PARTS = `[...document.querySelectorAll('.target, .line-key, .status')].filter(
  ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`

// Whether a scroll box cuts the details of an exchange, and how much of them is in the window.
const DETAIL = `{
  const { scrollHeight, clientHeight } = document.querySelector('.lines')
  const { top, bottom } = document.querySelector('.line:has(> .detail)').getBoundingClientRect()
  ;[scrollHeight > clientHeight, Math.min(bottom, innerHeight) - Math.max(top, 0)]
}`

// Notes the canvas and the place of each text that is drawn.
const NOTE_TEXTS = `{
  window.drawn = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    window.drawn.push([[...document.querySelectorAll('canvas')].indexOf(this.canvas), text])
    fillText.call(this, text, x, y)
  }
}`

// The size of a picture, the colour of its corner, and whether it has the colours that others have on the page.
const lookOf = (picture: Buffer, ...others: readonly string[]) => `(async () => {
  const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (char) => char.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const has = new Set()
  for (let at = 0; at < data.length; at += 4) has.add('rgb(' + data.slice(at, at + 3).join(', ') + ')')
  const styles = ${JSON.stringify(others)}.map((one) => getComputedStyle(document.querySelector(one), '::before'))
  return {
    times: Math.floor(width / document.querySelector('.lane').clientWidth),
    corner: 'rgb(' + data.slice(0, 3).join(', ') + ')',
    panel: getComputedStyle(document.querySelector('.plot')).backgroundColor,
    has: styles.map(({ backgroundColor }) => has.has(backgroundColor)),
  }
})()`

// Whether the line of what is left is drawn in the plot.
const HAS_LINE = `{
  const { width, height } = document.querySelector('.lane canvas')
  const { data } = document.querySelector('.lane canvas').getContext('2d').getImageData(0, 0, width, height)
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'var(--left)'
  const wanted = getComputedStyle(probe).color
  probe.remove()
  const colours = new Set()
  for (let at = 0; at < data.length; at += 4) colours.add('rgb(' + data.slice(at, at + 3).join(', ') + ')')
  colours.has(wanted)
}`

describeRoom('traffic and plot of the control room', (room) => {
  it('shows exchanges as they happen, each with its reason, its clause and a curl command', async () => {
    const { mock } = room
    const { page, complaints } = await room.open()
    await page.getByText('No requests yet. Run this').waitFor()
    mock.keys.setRemaining(KEY, { minute: 1 })
    await sendRequests(mock, KEY, 2)
    const newest = page.locator('.line.exchange').first()
    await newest.getByText('429').waitFor()
    await expect.poll(() => page.evaluate(CUT)).toBe(false)
    await newest.getByRole('button').click()
    await expect.poll(() => page.evaluate(CUT)).toBe(false)
    const detail = page.locator('.detail')
    await expect.poll(() => detail.innerText()).toContain('plan Free is allowed 60 requests a minute')
    await expect.poll(() => detail.innerText()).toContain('Decided by the rate limit.')
    await expect
      .poll(() => detail.innerText())
      .toContain('LIMIT-7 A request over the limit is answered with 429')
    await expect.poll(() => detail.innerText()).toMatch(/Retry-After: \d+/)
    await expect
      .poll(() => detail.locator('.curl').innerText())
      .toContain(`curl -sSig -H "Authorization: Bearer $API_KEY" '${mock.baseUrl}/pets?limit=1'`)
    expect(complaints).toEqual([])
  })

  it.each([1280, 320])(
    'shows an opened exchange whole, %i pixels wide, also at the end of the list',
    async (width) => {
      const { mock } = room
      const { page } = await room.open({ width, height: 720 })
      for (let at = 1; at <= 30; at += 1) await sendRequests(mock, KEY, 1, `/v1/pets?limit=${at}`)
      const lines = page.locator('.line-head')
      await lines.nth(29).waitFor()
      await expect.poll(() => page.locator('.line-key').first().isVisible()).toBe(true)
      await page.evaluate("document.querySelector('.lines').scrollIntoView({ block: 'end' })")
      // The browser of the tests would scroll before it clicks.
      await page.evaluate(`document.querySelectorAll('.line-head')[${width > 700 ? 16 : 9}].click()`)
      await page.locator('.detail').waitFor()
      const [isCut, inSight] = await page.evaluate<readonly [boolean, number]>(DETAIL)
      expect([isCut, inSight > 300]).toEqual([false, true])
    },
  )

  it('shows names of keys whole where there is room', async () => {
    const { mock } = room
    mock.keys.add({ key: 'stampede-demo-spym', plan: 'free' })
    const { page } = await room.open({ width: 1280, height: 720 })
    await sendRequests(mock, 'stampede-demo-spym', 1)
    await page.locator('.line-key', { hasText: 'stampede-demo-spym' }).waitFor()
    expect(await page.evaluate(CUT_PARTS)).toBe(0)
  })

  it('shows a path with two parameters whole beside the key, also of many equal requests', async () => {
    const { mock } = room
    mock.keys.add({ key: 'stampede-demo-spym', plan: 'enterprise' })
    const { page } = await room.open({ width: 1280, height: 720 })
    await sendRequests(mock, 'stampede-demo-spym', 1001, '/v1/pets?limit=100&status=sold')
    await page.locator('.line .status', { hasText: '200 × 1,00' }).waitFor()
    expect(await page.evaluate(CUT_PARTS)).toBe(0)
  })

  it('pauses and filters the traffic', async () => {
    const { mock } = room
    const { page } = await room.open()
    await sendRequests(mock, KEY, 1)
    await page.locator('.line.exchange').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await sendRequests(mock, 'no-such-key', 1)
    await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor()
    await expect.poll(() => page.locator('.line.exchange').count()).toBe(1)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByLabel('Filter by status').selectOption('401')
    await expect.poll(() => page.locator('.line.exchange').count()).toBe(1)
    await page.getByLabel('Filter by key').selectOption(KEY)
    await page.getByText('No exchange matches the filter').waitFor()
    await page.getByLabel('Filter by status').selectOption('')
    await expect.poll(() => page.locator('.line.exchange .status').innerText()).toBe('200')
    mock.keys.remove(KEY)
    await page.getByText(`key ${KEY} removed`).waitFor()
    await expect.poll(() => page.locator('.filters option:checked').first().innerText()).toContain(KEY)
  })

  it('plots each key in its own lane by world time, the same before and after a reload', async () => {
    const { mock } = room
    const { page, complaints } = await room.open()
    const lane = (name: string) => page.getByRole('img', { name }).waitFor()
    mock.clock.change({ now: '2030-01-01T12:00:00Z', speed: 10 })
    mock.keys.setRemaining(KEY, { minute: 3 })
    await sendRequests(mock, KEY, 5)
    await sendRequests(mock, 'pro-demo-key', 2)
    mock.clock.change({ now: '2030-01-01T12:03:00Z', speed: 1, frozen: true })
    await sendRequests(mock, 'pro-demo-key', 1)
    const total =
      '6 served and 2 over the limit in the last 3 minutes of the mock’s clock. Each bar covers 2 s.'
    const lanes = async (): Promise<void> => {
      await lane(`${KEY}, 12:00 to 12:03: 3 served and 2 over the limit.`)
      await lane('pro-demo-key, 12:00 to 12:03: 3 served and 0 over the limit.')
      await page.getByText(total).waitFor()
    }
    await lanes()
    await page.getByRole('button', { name: 'pro-demo-key', exact: true }).click()
    await page.getByRole('img', { name: KEY }).waitFor({ state: 'detached' })
    await page.getByText('3 served and 0 over the limit in the last 3 minutes').waitFor()
    await page.reload()
    await lanes()
    expect(complaints).toEqual([])
  })

  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)('saves the plot as a picture of its own, in %s, %i pixels wide', async (colorScheme, width) => {
    const { mock } = room
    const { page, complaints } = await room.open({ width, colorScheme })
    const button = page.getByRole('button', { name: 'Save as picture' })
    await page.locator('.plot').getByText('No requests yet.').waitFor()
    await expect.poll(() => button.count()).toBe(0)
    mock.keys.setRemaining(KEY, { minute: 1 })
    await sendRequests(mock, KEY, 2)
    await page.getByRole('img', { name: `${KEY}, ` }).waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
    expect(saved.suggestedFilename()).toMatch(/^default\.requests\.\d{4}-\d\d-\d\dT12-\d\d-\d\dZ\.png$/)
    const picture = await buffer(await saved.createReadStream())
    const look = await page.evaluate<{ readonly panel: string }>(
      lookOf(picture, '.swatch.admitted', '.swatch.bad', '.swatch.left'),
    )
    expect(look).toEqual({ times: 2, corner: look.panel, panel: look.panel, has: [true, true, true] })
    expect(complaints).toEqual([])
  })

  it('has a figure above 0 at both axes of each of four lanes', async () => {
    const { mock } = room
    const keys = ['team-a-key', 'team-b-key', 'team-c-key']
    for (const key of keys) mock.keys.add({ key, plan: 'free' })
    const { page } = await room.open({ width: 1280, height: 720 })
    mock.clock.freeze()
    for (const key of [KEY, ...keys]) await sendRequests(mock, key, key === KEY ? 6 : 2)
    await page.locator('.lane').nth(3).waitFor()
    await page.evaluate(NOTE_TEXTS)
    await sendRequests(mock, KEY, 1)
    const figures = async () => {
      const drawn = await page.evaluate<readonly (readonly [number, string])[]>('window.drawn')
      return [0, 1, 2, 3].map(
        (lane) =>
          new Set(drawn.flatMap(([at, text]) => (at === lane && Number(text) > 0 ? [text] : []))).size,
      )
    }
    await expect.poll(async () => Math.min(...(await figures()))).toBeGreaterThan(1)
  })

  it.each([
    [720, 50],
    [1080, 120],
  ])('shows two lanes with bars of one scale, in a window %i pixels high', async (height, least) => {
    const { mock } = room
    const { page } = await room.open({ width: 1280, height })
    await sendRequests(mock, KEY, 2)
    await sendRequests(mock, 'pro-demo-key', 2)
    await page.locator('.lane').nth(1).waitFor()
    const [upper = 0, lower] = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('.u-over')].map(({ clientHeight }) => clientHeight)",
    )
    expect(upper).toBe(lower)
    expect(upper).toBeGreaterThan(least)
  })

  it('names keys in plot, filter and traffic as their cards do, also those whose redacted forms are equal', async () => {
    const { mock } = room
    mock.keys.add({ key: 'front-end-1-key', plan: 'free' })
    mock.keys.add({ key: 'front-end-2-key', plan: 'business' })
    const { page } = await room.open()
    mock.keys.setRemaining('front-end-1-key', { minute: 2 })
    await sendRequests(mock, 'front-end-1-key', 3)
    await sendRequests(mock, 'front-end-2-key', 4)
    const lane = (name: string, admitted: number, refused: number) =>
      page
        .getByRole('img', {
          name: new RegExp(`^${name}, .* ${admitted} served and ${refused} over the limit`),
        })
        .waitFor()
    await lane('front-end-1-key', 2, 1)
    await lane('front-end-2-key', 4, 0)
    const figures = page.locator('.lane figcaption')
    await figures.first().getByText('0 left in the minute', { exact: true }).waitFor()
    await figures.last().getByText('996 left in the minute', { exact: true }).waitFor()
    await page.getByLabel('Filter by key').selectOption('front-end-2-key')
    await expect.poll(() => page.locator('.line-key').allInnerTexts()).toEqual(['front-end-2-key'])
    await expect.poll(() => page.locator('.line .status').innerText()).toBe('200 × 4')
    await page.locator('.line-head').click()
    await expect
      .poll(() => page.locator('.equal-lines .line-key').allInnerTexts())
      .toEqual(Array(4).fill('front-end-2-key'))
    await page.getByRole('button', { name: 'front-end-1-key', exact: true }).click()
    await page.getByRole('img', { name: 'front-end-2-key' }).waitFor({ state: 'detached' })
    await lane('front-end-1-key', 2, 1)
  })

  it('shows nothing that is left while the limits are off, also after a reload', async () => {
    const { mock } = room
    const { page } = await room.open()
    mock.keys.setRemaining(KEY, { minute: 0 })
    mock.limits.switch(false)
    await sendRequests(mock, KEY, 2)
    const caption = page.locator('.lane figcaption')
    await caption.getByText('limits off').waitFor()
    await expect.poll(() => page.evaluate(HAS_LINE)).toBe(false)
    await page.reload()
    await caption.getByText('2 served').waitFor()
    await caption.getByText('limits off').waitFor()
    await expect.poll(() => page.evaluate(HAS_LINE)).toBe(false)
    mock.clock.advance({ seconds: 5 })
    mock.limits.switch(true)
    await sendRequests(mock, KEY, 1)
    await caption.getByText('0 left in the minute').waitFor()
    await expect.poll(() => page.evaluate(HAS_LINE)).toBe(true)
  })

  it('says of a key that was removed what it had left, and shows nothing of a minute after that', async () => {
    const { mock } = room
    mock.keys.add({ key: 'team-key', plan: 'free' })
    const { page } = await room.open()
    await sendRequests(mock, 'team-key', 2)
    const caption = page.locator('.lane .swatch.left')
    await caption.getByText('58 left in the minute').waitFor()
    mock.keys.remove('team-key')
    mock.clock.advance({ minutes: 2 })
    await page.locator('.key', { hasText: 'team-key' }).waitFor({ state: 'detached' })
    await page.getByText(/in the last 2 minutes/).waitFor()
    expect(await caption.innerText()).toBe('58 left in the minute')
    await page.reload()
    await page.getByText(/in the last 2 minutes/).waitFor()
    expect(await caption.innerText()).toBe('58 left in the minute')
  })

  it('names keys that were removed as before after a reload, and says elsewhere that they were removed', async () => {
    const { mock } = room
    const keys = ['front-end-1-key', 'front-end-2-key']
    for (const key of keys) mock.keys.add({ key, plan: 'free' })
    const { page } = await room.open()
    for (const key of keys) await sendRequests(mock, key, 1)
    for (const key of keys) await page.locator('.line-key', { hasText: key }).waitFor()
    for (const key of keys) mock.keys.remove(key)
    await page.reload()
    const names = (on: typeof page) => on.locator('.line-key').allInnerTexts()
    await page.locator('.line-key').nth(1).waitFor()
    await expect.poll(() => names(page)).toEqual(keys.toReversed())
    const other = await room.tab.browser.newPage()
    await other.goto(page.url())
    await expect.poll(() => names(other)).toEqual(['fron…ey (1) (removed)', 'fron…ey (2) (removed)'])
    await other.close()
  })
})
