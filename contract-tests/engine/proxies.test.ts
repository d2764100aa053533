import { expect, test } from 'vitest'
import { proxiesIn } from './proxies.ts'

test.for([
  ['svc.test', 'http://svc.test', true],
  ['svc.test', 'http://a.svc.test', true],
  ['.svc.test', 'http://svc.test', true],
  ['*.svc.test', 'http://a.svc.test', true],
  ['svc.test', 'http://othersvc.test', false],
  ['SVC.test', 'http://svc.test', true],
  ['other.test svc.test', 'http://svc.test', true],
  ['svc.test:80', 'http://svc.test', true],
  ['svc.test:81', 'http://svc.test', false],
  ['*', 'http://svc.test', true],
  ['10.0.0.0/8', 'http://10.1.2.3', true],
  ['10.0.0.0/8', 'http://11.1.2.3', false],
  ['10.0.0.0/99', 'http://10.1.2.3', false],
  ['10.0.0.1-10.0.0.9', 'http://10.0.0.5', true],
  ['10.0.0.1', 'http://10.0.0.1', true],
  ['1', 'http://10.0.0.1', false],
  ['fd00::/8', 'http://[fd00::1]', true],
  ['fd00::1', 'http://[fd00::1]', true],
  ['', 'http://127.9.9.9', true],
  ['', 'http://[::1]', true],
  ['', 'http://a.localhost', true],
  [' , ', 'http://svc.test', false],
] as const)('NO_PROXY="%s" leads to %s directly: %s', ([NO_PROXY, origin, isDirect]) => {
  const proxies = proxiesIn({ HTTP_PROXY: 'proxy.test', NO_PROXY }, { baseUrl: `${origin}/v1` })
  expect(proxies.has(origin)).toBe(!isDirect)
})
