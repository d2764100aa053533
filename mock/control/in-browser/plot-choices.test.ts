import { expect, it } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const [GONE, KEPT] = ['team-a-key', 'team-b-key']

// How many rows of pixels are free above what the left axis counts, and between it and the highest figure.
const FREE = `{
  const { width } = document.querySelector('.lane canvas')
  const unit = devicePixelRatio
  const { data } = document.querySelector('.lane canvas').getContext('2d').getImageData(0, 0, 38 * unit, 40 * unit)
  const rows = Array.from({ length: 40 * unit }, (_, row) =>
    data.slice(row * 38 * unit * 4, (row + 1) * 38 * unit * 4).some((byte) => byte > 0))
  const begins = rows.indexOf(true)
  const ends = rows.indexOf(false, begins)
  ;({ before: begins / unit, between: (rows.indexOf(true, ends) - ends) / unit })
}`

describeRoom('the plot', (room) => {
  it('says of keys that they were removed, and when they were last used, and can hide them', async () => {
    const { mock } = room
    for (const key of [GONE, KEPT]) mock.keys.add({ key, plan: 'free' })
    const { page } = await room.open()
    await sendRequests(mock, GONE, 2)
    await sendRequests(mock, KEPT, 1)
    const captions = page.locator('.lane figcaption')
    await captions.nth(1).waitFor()
    const box = page.getByLabel('Removed keys')
    await expect.poll(() => box.count()).toBe(0)
    mock.keys.remove(GONE)
    await captions.getByText(/^removed, last used \d\d:\d\d:\d\d$/).waitFor()
    expect(await captions.last().innerText()).not.toContain('removed')
    await page.getByText('3 served and 0 over').waitFor()
    await box.uncheck()
    await page.getByText('1 served and 0 over').waitFor()
    expect(await page.locator('.lane b').allInnerTexts()).toEqual([KEPT])
    expect(await page.locator('.chip').allInnerTexts()).toEqual(['All keys', KEPT])
    mock.keys.remove(KEPT)
    await page.getByText('All keys with requests were removed, and are hidden.').waitFor()
    await box.check()
    await captions.nth(1).waitFor()
  })

  it('has what an axis counts clear of its highest figure, also where the axis ends at that', async () => {
    const { mock } = room
    const { page } = await room.open()
    mock.clock.freeze()
    // The axis ends at 40.3.
    await sendRequests(mock, 'pro-demo-key', 31)
    await page.getByText('31 served and 0 over').waitFor()
    const free = () => page.evaluate<{ readonly before: number; readonly between: number }>(FREE)
    await expect.poll(async () => (await free()).between).toBeGreaterThanOrEqual(3)
    // Nothing of it is cut, nor of letters that are higher.
    expect((await free()).before).toBeGreaterThanOrEqual(3)
  })

  it('shows older requests than those of the last minutes too, also after a reload', async () => {
    const { mock } = room
    const { page } = await room.open()
    const box = page.getByLabel('Older requests')
    await sendRequests(mock, 'free-demo-key', 2)
    await page.getByText('2 served and 0 over').waitFor()
    await expect.poll(() => box.count()).toBe(0)
    mock.clock.advance({ minutes: 10 })
    await sendRequests(mock, 'free-demo-key', 1)
    await page.reload()
    await page.getByText('1 served and 0 over').waitFor()
    await box.check()
    await page.getByText('3 served and 0 over the limit in the last 10 minutes').waitFor()
    await page.getByRole('img', { name: '3 served and 0 over' }).waitFor()
  })
})
