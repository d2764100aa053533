import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { describeRoom, sendRequests } from './room-page.ts'

const KEY = 'free-demo-key'

// The code that runs in the page is a text, because our types have no `document`.
const FOCUSED = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'
const COVERED = `!document.querySelector('header').contains(document.querySelector('.notice')) ||
  document.querySelector('.notice').getBoundingClientRect().bottom >
  document.querySelector('header').getBoundingClientRect().bottom`

describeRoom('the control room', (room) => {
  it('says that there is nothing only once that has been read', async () => {
    const { mock } = room
    for (const { key } of mock.keys.list()) mock.keys.remove(key)
    const { page } = await room.open()
    const answers = Promise.withResolvers<undefined>()
    await page.route(/\/worlds\/default\/(?:keys|pets|faults|choices|journal)/, async (route) => {
      await answers.promise
      await route.continue()
    })
    await page.reload()
    await page.getByText('live', { exact: true }).waitFor()
    const shown = async (): Promise<readonly string[]> => {
      const tabs: string[] = []
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        const hints = await page.locator('.keys .hint, #work-panel .hint').allInnerTexts()
        tabs.push(hints.map((hint) => /^(?:No [a-z]+|\d+ of \d+ pets)/.exec(hint)?.[0] ?? '').join(' '))
      }
      return tabs.map((text) => text.trim())
    }
    await expect.poll(shown).toEqual(['', '', '', '', ''])
    answers.resolve(undefined)
    await page.getByText('No keys.').waitFor()
    const none = ['No requests No keys', '5 of 5 pets No keys', 'No keys', 'No faults No keys', 'No keys']
    await expect.poll(shown).toEqual(none)
    await page.unrouteAll()
  })

  it('leaves the same room between all rows of the tab Worlds', async () => {
    const { page } = await room.open()
    await page.getByRole('tab', { name: 'Worlds' }).click()
    const [first, second] = await page.locator('#work-panel > .row').all()
    const [above, below] = [await first?.boundingBox(), await second?.boundingBox()]
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(5)
  })

  it('shows and sets the remaining requests of a key', async () => {
    const { mock } = room
    const { page } = await room.open()
    const card = page.locator('.key').filter({ has: page.getByTitle(KEY, { exact: true }) })
    const minute = card.getByRole('meter', { name: 'left of the minute' })
    await sendRequests(mock, KEY, 3)
    await expect.poll(() => minute.getAttribute('aria-valuenow')).toBe('57')
    await card.getByText('Change').click()
    await card.getByRole('button', { name: 'Set' }).click()
    await page.getByText('Fill in how many requests the key has left this minute, today, or both').waitFor()
    await card.getByLabel('Left this minute').fill('5')
    await card.getByRole('button', { name: 'Set' }).click()
    await expect.poll(() => minute.getAttribute('aria-valuenow')).toBe('5')
    await card.getByLabel('Plan').selectOption('pro')
    await expect.poll(() => mock.keys.get(KEY).plan).toBe('pro')
    mock.keys.setRemaining('free-demo-key-2', { day: 1000 })
    await page.getByText('has left: 1,000 of 1,000 in its day').first().waitFor()
  })

  it('shows what a key has left in its card and its plot as soon as its rows, without another list of keys', async () => {
    const { mock } = room
    const { page } = await room.open()
    await sendRequests(mock, KEY, 1)
    await page.locator('.lane').getByText('59 left in the minute').waitFor()
    await page.route(/\/worlds\/default\/keys$/, () => undefined)
    onTestFinished(() => page.unrouteAll())
    // A list that was asked for before may still come.
    await sendRequests(mock, KEY, 30)
    const card = page.locator('.key').filter({ has: page.getByTitle(KEY, { exact: true }) })
    await expect
      .poll(() => page.locator('.lane .swatch').allInnerTexts())
      .toEqual(['31 served', '0 over the limit', '29 left in the minute'])
    await expect.poll(() => card.locator('.gauge-figure b').allInnerTexts()).toEqual(['29', '969'])
    // The page may know the first one from the journal, and counts those that it has seen since.
    await expect.poll(() => card.locator('.tallies').innerText()).toMatch(/^3[01] requests/)
  })

  it('advances, freezes and speeds up the clock', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('frozen', { exact: true }).waitFor()
    const { now } = mock.clock.read()
    await page.getByRole('button', { name: '+1 min' }).click()
    await page.getByRole('button', { name: '+1 day' }).click()
    await expect.poll(() => mock.clock.read().now).toBe(now + 24 * 3_600_000 + 60_000)
    await page.getByRole('button', { name: 'To removal of getPet' }).click()
    await page.locator('.day', { hasText: '2030-12-05' }).waitFor()
    await expect.poll(() => page.locator('.time').innerText()).toBe('00:00:00')
    await page.getByRole('button', { name: 'Unfreeze' }).click()
    await page.locator('.time-strip').getByLabel('Speed').selectOption('3600')
    await expect.poll(() => mock.clock.read()).toMatchObject({ frozen: false, speed: 3600 })
  })

  it('advances to the next reset, after which a key has its full quota', async () => {
    const { mock } = room
    const { page } = await room.open()
    mock.clock.freeze()
    mock.keys.setRemaining(KEY, { minute: 0 })
    const card = page.locator('.key.over')
    await card.waitFor()
    await page.getByRole('button', { name: 'To next reset' }).click()
    await card.waitFor({ state: 'detached' })
    expect(mock.keys.get(KEY).windows.minute.remaining).toBe(60)
  })

  it('lists pets digit for digit, adds one, changes its status and removes it', async () => {
    const { mock } = room
    const { page } = await room.open()
    mock.choices.set({ 'id-numbering': 'beyond-2-53' })
    await page.getByRole('tab', { name: 'Pets' }).click()
    const body = JSON.stringify({ name: 'Rex <b>', categoryId: 2, status: 'pending' })
    const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
    const reply = await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body })
    const [, id = ''] = /"id":(\d+)/.exec(await reply.text()) ?? []
    await page.getByRole('cell', { name: 'Rex <b>' }).waitFor()
    await expect.poll(() => page.locator('tbody td').first().innerText()).toBe(id)
    await page.getByLabel(`Status of pet ${id}`).selectOption('available')
    await expect.poll(() => mock.pets.list()[0]).toMatchObject({ name: 'Rex <b>', status: 'available' })
    await page.getByLabel('New pet').fill('Waldi')
    await page.getByLabel('Category').fill('9007199254740999')
    await page.getByRole('button', { name: 'Add pet' }).click()
    await page.getByRole('cell', { name: '9007199254740999', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove pet' }).first().click()
    await page.getByRole('cell', { name: 'Waldi' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(FOCUSED)).toBe(`Status of pet ${id}`)
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('sold')
    await page.getByRole('cell', { name: 'Rex <b>' }).waitFor({ state: 'detached' })
    const count = await page.locator('tbody tr').count()
    expect(count).toBe(mock.world.pets.list({ status: 'sold' }).length)
  })

  it('chooses variants, with and without numbers, and restores the defaults', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.getByRole('tab', { name: 'Choices' }).click()
    await page.getByLabel('Find an open point').fill('banned, and for how long')
    await page.locator('.point summary', { has: page.getByText('ban', { exact: true }) }).click()
    await page.getByText('Length of the temporary ban: not shown').waitFor()
    await page.getByLabel('N', { exact: true }).fill('3')
    await page.getByLabel('N', { exact: true }).blur()
    await expect.poll(() => mock.choices.read().ban).toBe('after-3-strikes-for-120-seconds')
    await page.locator('.chosen', { hasText: 'after-3-strikes-for-120-seconds' }).waitFor()
    await page.getByRole('radio', { name: /^none/ }).check()
    await expect.poll(() => mock.choices.read().ban).toBe('none')
    await page.getByLabel('with seed').fill('7')
    await page.getByRole('button', { name: 'Vary all' }).click()
    await page.getByText('varied with seed 7, like petstore mock --vary 7').waitFor()
    await page.locator('.notice', { hasText: /^varied by seed 7: \d+ open points changed×$/ }).waitFor()
    await expect.poll(() => page.evaluate(COVERED)).toBe(false)
    await page.getByRole('tab', { name: /^Choices\d+/ }).waitFor()
    await page.getByRole('button', { name: 'Restore the defaults' }).click()
    await page.getByRole('tab', { name: 'Choices', exact: true }).waitFor()
    expect(mock.choices.list().filter((point) => point.chosen !== point.default)).toEqual([])
  })

  it('adds faults and shows their hits and their healing', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.getByRole('tab', { name: 'Faults' }).click()
    await page.getByText('No faults. Add one').waitFor()
    await page.getByLabel('Heals after (s of the mock’s clock)').waitFor()
    await page.getByLabel('Status', { exact: true }).fill('418')
    await page.getByLabel('and the body').fill('tea')
    await page.getByLabel('and headers').fill('X-Pot')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('The header "X-Pot" has no colon: write it as Name: value').waitFor()
    await page.getByLabel('and headers').fill('Content-Type: text/plain\nX-Pot: short')
    await page.getByLabel('Max. hits').fill('2')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page
      .getByText('Answers with 418, the body tea and headers Content-Type: text/plain, X-Pot: short')
      .waitFor()
    await page.getByText('heals after 2 more hits').waitFor()
    await sendRequests(mock, KEY, 1)
    expect(mock.journal.list()).toMatchObject([
      { reply: { body: 'tea', headers: { 'Content-Type': 'text/plain', 'X-Pot': 'short' } }, status: 418 },
    ])
    await page.getByText('1 hit · heals after 1 more hit').waitFor()
    await sendRequests(mock, KEY, 1)
    await page.getByText('No faults. Add one').waitFor()
    mock.faults.add({ effect: { kind: 'not-json' } })
    mock.faults.add({ effect: { kind: 'not-json' } })
    await page.getByRole('button', { name: 'Remove fault 2' }).click()
    await page.getByRole('button', { name: 'Remove fault 2' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('Remove fault 3')
    const keys = page.locator('.add-fault select').nth(2)
    const picked = keys.locator('option:checked')
    await keys.selectOption('pro-demo-key')
    await picked.filter({ hasText: 'pro-demo-key' }).waitFor({ state: 'attached' })
    mock.keys.remove('pro-demo-key')
    await picked.filter({ hasText: 'every key' }).waitFor({ state: 'attached' })
  })

  it('adds a delay of any length, and says how to write one', async () => {
    const { mock } = room
    const { page } = await room.open()
    await page.getByRole('tab', { name: 'Faults' }).click()
    const add = page.getByRole('button', { name: 'Add fault' })
    await page.getByLabel('The service').selectOption('is late')
    await add.click()
    await page.getByText('Replies 2000 ms late').waitFor()
    await page.getByLabel('by', { exact: true }).fill('7')
    await add.click()
    await page.getByText('Write the time as 500 ms, 2 s or 0.2-2 s, not "7"').waitFor()
    await page.getByLabel('by', { exact: true }).fill('0.3-7 s')
    await add.click()
    await page.getByText('Replies 300–7000 ms late').waitFor()
    await page.getByLabel('The service').selectOption('sends the body slowly')
    await page.getByLabel('over', { exact: true }).fill('800 ms')
    await add.click()
    await page.getByText('Sends the body slowly, over 800 ms').waitFor()
    expect(mock.faults.list().map(({ effect }) => effect)).toEqual([
      { kind: 'delay', from: 2000 },
      { kind: 'delay', from: 300, to: 7000 },
      { kind: 'trickle', over: 800 },
    ])
  })

  it('saves the world to a file, and restores it from the file after a confirmation', async () => {
    const { mock } = room
    const { page, complaints } = await room.open()
    const id = 2n ** 60n
    mock.pets.add({ id, name: 'Saved', categoryId: 1 })
    await page.getByRole('tab', { name: 'Worlds' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save this world to a file' }).click(),
    ])
    const saved = await buffer(await download.createReadStream())
    mock.reset()
    const load = async (name: string, buffer: Buffer, answer = 'Load'): Promise<void> => {
      await page.getByLabel('Load a file').setInputFiles({ name, mimeType: 'application/json', buffer })
      const dialog = page.getByRole('dialog', { name: `Load ${name} into the world default?` })
      await dialog.getByRole('button', { name: answer }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await load(download.suggestedFilename(), saved, 'Cancel')
    expect(mock.pets.list({ limit: 1 })).not.toMatchObject([{ name: 'Saved' }])
    await load(download.suggestedFilename(), saved)
    await expect.poll(() => mock.pets.list({ limit: 1 })).toMatchObject([{ id, name: 'Saved' }])
    await load('bad.json', Buffer.from('['))
    await page.getByText('bad.json is not JSON').waitFor()
    await load('other.json', Buffer.from('{"pets": 1}'))
    await page.getByText(/^other\.json is no saved world: /).waitFor()
    expect(download.suggestedFilename()).toBe('default.world.json')
    expect(complaints).toEqual([])
  })
})
