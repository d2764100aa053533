import { expect, test as base } from '@playwright/test'
import { petstore } from 'petstore-mock/playwright'

// Each test has a mock to itself, at the address that the page asks.
const test = base.extend(petstore({ baseUrl: 'http://127.0.0.1:4010/v1', pets: 3 }))

test('the page lists the pets', async ({ page, petstore }) => {
  petstore.pets.add({ name: 'Rex', categoryId: 2 })
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('Rex')).toBeVisible()
})

for (const form of ['seconds', 'http-date', 'iso-date', 'unix-time', 'milliseconds', 'with-unit']) {
  test(`over the limit, the page waits until it resets, whatever Retry-After looks like: ${form}`, async ({
    page,
    petstore,
  }) => {
    petstore.choices.set({ 'retry-after-form': form })
    petstore.clock.set('2030-01-01T12:00:59Z') // a second before the minute ends
    petstore.clock.freeze()
    petstore.keys.setRemaining('free-demo-key', { minute: 0 })
    await page.goto('/')
    await expect(page.getByRole('status')).toHaveText('Too many requests: once more in 1 s')
    petstore.clock.advance({ seconds: 1 })
    await expect(page.getByRole('status')).toHaveText('3 pets, 59 requests left')
    expect(petstore.report('free-demo-key')).toMatchObject({ earlyRetries: 0, inFlight: 0 })
  })
}
