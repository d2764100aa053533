import { expect, test } from 'vitest'
import { list, withHeaders } from '../probes/requests.ts'
import { keyCutter } from './cut-keys.ts'
import { reportExchange } from './reported-exchange.ts'
import { settingsOf } from './settings.ts'

const settings = {
  ...settingsOf({
    baseUrl: 'http://pets.test/v1',
    key: 'key-staging-77aa11',
  }),
  keyVariables: { key: 'STAGING_KEY', secondKey: 'FREE' },
}
const exchange = {
  ...{ id: 1, after: 0, status: 200, headers: {}, body: '', json: undefined },
  sent: 0,
  received: 0,
}

function sent(authorization: string, query = ''): string {
  const probe = withHeaders({ Authorization: authorization }, list(query))
  const { curl, path } = reportExchange(
    { ...exchange, probe },
    { settings, cut: keyCutter(settings), excerpts: undefined },
  )
  return `${path} ${curl}`
}

test('the variable of a key is named, though with what stands before it it looks like a part of that key', () => {
  expect(sent('ApiKey {key}')).toContain('-H "Authorization: ApiKey $STAGING_KEY"')
  expect(sent('Bearer {key}', '?api_key={key}')).toMatch(
    /^\/pets\?api_key=\$STAGING_KEY .*"http:\/\/pets.test\/v1\/pets\?api_key=\$STAGING_KEY"/,
  )
})

test.for(['ApiKey {key} aging-77', 'aging-77 {key}', 'key-staging-77aa11', 'a"ging-77 {key}'])(
  'a part of a key that is sent beside it is redacted: %s',
  (authorization) => {
    expect(sent(authorization)).not.toMatch(/ging-77/)
    expect(sent(authorization)).toMatch(/\{part-of-the-key|\{key\}/)
  },
)
