import { expect, it } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const KEY = 'free-demo-key'

// The code that runs in the page is a text, because our types have no `document`.
/** What is told apart by its colour alone: the names of two parts that look alike. */
const ALIKE = `{
  const look = (selector, pseudo) => {
    const style = getComputedStyle(document.querySelector(selector), pseudo)
    return [style.backgroundColor, style.borderBottomColor].join()
  }
  const groups = [
    ['.swatch.admitted', '.swatch.bad', '.swatch.banned', '.plot'].map((one) => [one, one.startsWith('.s') ? '::before' : null]),
    [['button[aria-pressed="true"]', null], ['button[aria-pressed="false"]', null]],
    [['[role=tab][aria-selected="true"]', null], ['[role=tab][aria-selected="false"]', null]],
    [['.bar.well .fill', null], ['.bar.well', null]],
    [['.connection', '::before'], ['.connection', null]],
    [['.key.banned', null], ['.key:not(.banned)', null]],
  ]
  groups.flatMap((parts) => parts.flatMap(([one, pseudo], at) =>
    parts.slice(at + 1).filter(([other, otherPseudo]) => look(one, pseudo) === look(other, otherPseudo))
      .map(([other]) => one + ' and ' + other)))
}`

/** What the legend names of a plot but its canvas does not show in that colour. */
const MISSING = `{
  const { width, height } = document.querySelector('.lane canvas')
  const { data } = document.querySelector('.lane canvas').getContext('2d').getImageData(0, 0, width, height)
  const drawn = new Set()
  for (let at = 0; at < data.length; at += 4) drawn.add('rgb(' + data.slice(at, at + 3).join(', ') + ')')
  ;['admitted', 'bad', 'banned'].filter((one) =>
    !drawn.has(getComputedStyle(document.querySelector('.lane .swatch.' + one), '::before').backgroundColor))
}`

describeRoom('the control room in colours that the system imposes', (room) => {
  it.each(['light', 'dark'] as const)('keeps apart what only colour tells apart: %s', async (colorScheme) => {
    const { mock } = room
    const { page } = await room.open({ colorScheme })
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    mock.keys.setRemaining(KEY, { minute: 4 })
    await sendRequests(mock, KEY, 30)
    await page.reload()
    await page.locator('.swatch.banned').waitFor()
    await expect.poll(() => page.evaluate(ALIKE)).toEqual([])
    await expect.poll(() => page.evaluate(MISSING)).toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
