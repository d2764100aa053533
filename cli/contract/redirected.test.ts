import { expect, test } from 'vitest'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { onReply } from '../../lab/proof/violations/mutate.ts'
import { contract } from '../testing/contract.ts'

test('a redirect of lists with a limit alone is a breach, where one pet is answered', async () => {
  const moves = onReply(
    ({ operation, path }) => operation === 'listPets' && path.includes('limit='),
    (reply, { path }) => ({
      ...reply,
      status: 301,
      headers: { ...reply.headers, location: `/v1${path.replace('pets', 'pets/')}` },
      body: '',
    }),
  )
  await using service = await serve(otherService({ now: Date.now, overlay: moves }).service)
  const { code, stdout } = await contract(service.baseUrl)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^BROKEN {2}1 clause\n✗ LIST-3 /m)
  expect(stdout).toMatch(/^✓ AUTH-2 +getPet without a key$/m)
})
