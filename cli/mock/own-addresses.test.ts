import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { ownAddresses } from './own-addresses.ts'

const common = { netmask: '', mac: '', cidr: null }
const v4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...common,
  address,
  internal,
  family: 'IPv4',
})
const interfaces = {
  lo: [v4('127.0.0.1', true)],
  wlan0: [
    { ...common, address: 'fe80::1', internal: false, family: 'IPv6' as const, scopeid: 1 },
    v4('192.0.2.2'),
  ],
  eth0: [v4('192.0.2.3'), v4('192.0.2.4')],
}

it.each([
  ['0.0.0.0', ['192.0.2.2', '192.0.2.3']],
  ['::', ['192.0.2.2', '192.0.2.3']],
  ['127.0.0.1', []],
  ['192.0.2.4', []],
])('of a server on %s are %j', (host, addresses) => {
  expect(ownAddresses(host, interfaces)).toEqual(addresses)
})
