import { expect, it } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.1', false],
  ['127.example.com', false],
])('a server on %s can be reached from this machine only: %s', (host, is) => {
  expect(isLoopbackHost(host)).toBe(is)
})
