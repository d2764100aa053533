import { expect, test } from 'vitest'
// The recipe of docs/integrations.md. Its hooks become those of this file.
import './recipe-msw.ts'

test('the recipe of MSW answers', async () => {
  const headers = { Authorization: 'Bearer free-demo-key' }
  const response = await fetch('https://api.example.com/v1/pets', { headers })
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ length: 3 })])
})
