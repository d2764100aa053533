import { openPoint, type OpenPointCase } from './open-point-case.ts'

export const deprecationCases: readonly OpenPointCase[] = [
  openPoint({
    id: 'deprecation-headers',
    observe: async (client) => {
      const { status, headers } = await client.get(1)
      return [status, ...['Deprecation', 'Sunset', 'Link'].map((name) => headers.get(name))]
    },
    seen: {
      standard: [200, '@1764892800', 'Thu, 05 Dec 2030 00:00:00 GMT', '</v1/pets>; rel="successor-version"'],
      none: [200, null, null, null],
    },
  }),
  openPoint({
    id: 'after-sunset',
    observe: async (client, { clock }) => {
      const before = await client.get(1)
      clock.set('2030-12-05T00:00:00Z')
      const after = await client.get(1)
      return [before.status, after.status, after.status === 200 ? after.pet.id : after.error.code]
    },
    seen: {
      '410': [200, 410, 'operation_removed'],
      '404': [200, 404, 'operation_not_found'],
      'still-served': [200, 200, 1],
    },
  }),
]
