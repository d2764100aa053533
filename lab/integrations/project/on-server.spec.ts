import { expect, test as base } from '@playwright/test'
import { petstore, type ServedPetstore } from 'petstore-mock/playwright'
import where from './where.json' with { type: 'json' }

// All workers share one real server.
const { server } = where
const test = base.extend<ServedPetstore>(petstore({ baseUrl: 'https://api.example.com/v1', server }))

for (let run = 1; run <= 4; run += 1) {
  test(`a page has a world of the server to itself (${run})`, async ({ page, petstore }) => {
    await petstore.clock.freeze()
    await page.goto('/')
    await expect(page.locator('#state')).toHaveText('3 pets, 59 requests left')
    for (let added = 1; added <= run; added += 1) {
      await page.getByText('Add Rex').click()
      await expect(page.locator('#state')).toHaveText(`${3 + added} pets, ${59 - 2 * added} requests left`)
    }
    expect((await petstore.read()).pets).toBe(3 + run)
    await petstore.keys.setRemaining('free-demo-key', { minute: 0 })
    await page.getByText('Reload').click()
    await expect(page.locator('#state')).toHaveText(/^try again in/)
  })
}

for (const at of ['before-reply', 'mid-body'] as const) {
  test(`a connection that is cut fails, ${at}`, async ({ page, petstore }) => {
    await petstore.clock.freeze()
    await petstore.faults.add({ effect: { kind: 'cut', at }, times: 1 })
    await page.goto('/')
    await expect(page.locator('#state')).toHaveText('failed: TypeError')
    await page.getByText('Reload').click()
    await expect(page.locator('#state')).toHaveText('3 pets, 58 requests left')
  })
}

// Over the same scheme the page's own request goes there, and faults reach it as they are.
const baseUrl = 'http://api.example.com/v1'
const overHttp = base.extend<ServedPetstore>(petstore({ baseUrl, server, limits: false }))

overHttp('a body trickles, or breaks off midway', async ({ page, petstore }) => {
  await petstore.faults.add({ effect: { kind: 'trickle', over: 400 }, times: 1 })
  await page.goto(`/?base=${baseUrl}`)
  await expect(page.locator('#state')).toHaveText(/^3 pets/)
  const [took = 0] = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name, duration }) => (name.includes('/v1/') ? [duration] : [])),
  )
  expect(took).toBeGreaterThan(300)
  await petstore.faults.add({ effect: { kind: 'cut', at: 'mid-body' }, times: 1 })
  await page.getByText('Reload').click()
  await expect(page.locator('#state')).toHaveText('failed: TypeError')
  const served = (await petstore.journal.list()).filter(({ method }) => method === 'GET')
  expect(served.map(({ status }) => status)).toEqual([200, 200])
})
