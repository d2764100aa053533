import { expect, test as base } from '@playwright/test'
import { mockPetstore, petstore, type Petstore } from 'petstore-mock/playwright'

// Routes in the page: the mock is in the worker.
const test = base.extend<Petstore>(petstore({ baseUrl: 'https://api.example.com/v1', pets: 3 }))

for (let run = 1; run <= 4; run += 1) {
  test(`a page has a world to itself (${run})`, async ({ page, petstore }) => {
    petstore.clock.freeze()
    await page.goto('/')
    await expect(page.locator('#state')).toHaveText('3 pets, 59 requests left')
    for (let added = 1; added <= run; added += 1) {
      await page.getByText('Add Rex').click()
      await expect(page.locator('#state')).toHaveText(`${3 + added} pets, ${59 - 2 * added} requests left`)
    }
    expect(petstore.pets.size).toBe(3 + run)
  })
}

test('the test moves the clock, and sets what a key has left', async ({ page, petstore }) => {
  petstore.clock.set('2030-01-01T12:00:30Z')
  petstore.clock.freeze()
  petstore.keys.setRemaining('free-demo-key', { minute: 0 })
  await page.goto('/')
  await expect(page.locator('#state')).toHaveText('try again in 30 s')
  petstore.clock.advance({ minutes: 1 })
  await page.getByText('Reload').click()
  await expect(page.locator('#state')).toHaveText('3 pets, 59 requests left')
})

test('a connection that is cut fails', async ({ page, petstore }) => {
  petstore.faults.add({ effect: { kind: 'cut', at: 'mid-body' } })
  await page.goto('/')
  await expect(page.locator('#state')).toHaveText('failed: TypeError')
})

base('without a fixture', async ({ page }) => {
  const petstore = await mockPetstore(page, { baseUrl: 'https://api.example.com/v1', pets: 20 })
  await page.goto('/')
  await expect(page.locator('#pets li')).toHaveCount(20)
  expect(petstore.report('free-demo-key').requests).toBe(1)
})

base('MSW answers in the page itself', async ({ page }) => {
  await page.goto('/?msw')
  await expect(page.locator('#state')).toHaveText('3 pets, 59 requests left')
  await page.getByText('Add Rex').click()
  await expect(page.locator('#state')).toHaveText('4 pets, 57 requests left')
  await page.evaluate("petstore.faults.add({ effect: { kind: 'cut', at: 'mid-body' }, times: 1 })")
  await page.getByText('Reload').click()
  await expect(page.locator('#state')).toHaveText('failed: TypeError')
  await page.evaluate("petstore.keys.setRemaining('free-demo-key', { minute: 0 })")
  await page.getByText('Reload').click()
  await expect(page.locator('#state')).toHaveText(/^try again in \d+ s$/)
})
