import { expect, test } from 'vitest'
import { runSuite, SettingsError } from '../../contract-tests/index.ts'
import { proxiesIn } from '../../contract-tests/engine/proxies.ts'
import { openConnections } from '../../contract-tests/engine/transport.ts'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { startMock } from '../../mock/index.ts'
import { contract } from '../testing/contract.ts'
import { startForwardProxy } from '../testing/forward-proxy.ts'
import { atOnce, memoryFiles, runInProcess } from '../testing/manual-environment.ts'

// No name of this ending leads anywhere (RFC 2606).
const BEYOND = 'http://pets.test/v1'

test.for(['HTTP_PROXY', 'http_proxy'])(
  'the suite asks a service through the proxy that %s names',
  async (name) => {
    await using service = await serve(otherService({ now: Date.now }).service)
    await using proxy = await startForwardProxy(service.origin)
    const { code, stdout } = await contract(`${BEYOND} --only LIST-4 --read-only`, {
      variables: { [name]: proxy.url },
    })
    expect(stdout).toMatch(/^✓ LIST-4/m)
    expect(code).toBe(0)
    expect(proxy.asked[0]).toBe(`GET ${BEYOND}/pets?limit=1`)
  },
)

test.for(['HOST', '  HOST ', 'HTTP://HOST', 'user:s3cret@HOST', 'localhost:PORT'])(
  'a proxy that is written as %s is used, as curl does',
  async (written) => {
    await using service = await serve(otherService({ now: Date.now }).service)
    await using proxy = await startForwardProxy(service.origin)
    const { host, port } = new URL(proxy.url)
    const value = written.replace('HOST', host).replace('PORT', port)
    const { code } = await contract(`${BEYOND} --only LIST-4 --read-only`, {
      variables: { HTTP_PROXY: value },
    })
    expect(code).toBe(0)
    expect(proxy.asked[0]).toBe(`GET ${BEYOND}/pets?limit=1`)
  },
)

const UNUSABLE = ['socks5://s3cret@a', '://s3cret', 'http://s3cret@[', 'http://a:s3cret']

test.for(UNUSABLE)('%s is no proxy, and refused without its secret', async (value) => {
  const { code, stderr } = await contract(BEYOND, { variables: { http_proxy: value } })
  expect([code, stderr]).toEqual([
    2,
    'http_proxy must name an http:// or https:// proxy, such as http://proxy.example:3128: NO_PROXY=pets.test does without\n',
  ])
  const options = { baseUrl: BEYOND, key: 'free-demo-key', proxyEnv: { http_proxy: value } }
  await expect(runSuite(options)).rejects.toThrow(SettingsError)
})

test.for(['http://%zz:s3cret@a', 'http://a:s3cret%@a', 'http://a%4:0s3cret@a'])(
  'a bare percent sign is refused without its secret: %s',
  async (value) => {
    const { code, stderr } = await contract(BEYOND, { variables: { http_proxy: value } })
    expect([code, stderr]).toEqual([2, 'http_proxy has a % in its user or its password: write it as %25\n'])
  },
)

test('such a value does not matter where no proxy is used', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  const variables = { HTTP_PROXY: 'socks5://a', HTTPS_PROXY: 'socks5://a' }
  const { code } = await contract(`${service.baseUrl} --only LIST-4 --read-only`, { variables })
  expect(code).toBe(0)
})

test('what is said of a proxy is not said of the service', async () => {
  await using proxy = await startForwardProxy('http://127.0.0.1:1')
  const variables = { HTTP_PROXY: proxy.url.replace('http:', 'https:') }
  const { stderr } = await contract(BEYOND, { variables })
  expect(stderr).toMatch(
    /^http:\/\/pets\.test cannot be reached through its proxy: it does not speak TLS.*\? HTTP_PROXY names its proxy\n$/,
  )
})

test('so it does in code, for variables that it is given', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  await using proxy = await startForwardProxy(service.origin)
  const proxyEnv = { HTTP_PROXY: proxy.url }
  const { totals } = await runSuite({
    baseUrl: BEYOND,
    key: 'free-demo-key',
    only: ['LIST-4'],
    readOnly: true,
    proxyEnv,
  })
  expect(totals).toMatchObject({ held: 1, broken: 0 })
  expect(proxy.asked[0]).toContain(`GET ${BEYOND}/pets`)
})

test('a mock reads the pets of a service through a proxy', async () => {
  await using service = await startMock({ port: 0, pets: 7 })
  await using proxy = await startForwardProxy(new URL(service.baseUrl).origin)
  const command = runInProcess(`mock --port 0 --data-from ${BEYOND}`, {
    variables: { PETSTORE_API_KEY: 'free-demo-key', HTTP_PROXY: proxy.url },
    files: memoryFiles(new Map()),
    after: atOnce,
  })
  await command.stdout.sees(/7 pets/)
  command.end('SIGTERM')
  await command.exitCode
  expect(proxy.asked[0]).toContain(`GET ${BEYOND}/pets`)
})

test('what NO_PROXY names, and this machine, is asked without the proxy', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  await using proxy = await startForwardProxy(service.origin)
  const variables = { HTTP_PROXY: proxy.url, NO_PROXY: 'other.example,.test' }
  const beyond = await contract(BEYOND, { variables })
  expect([beyond.code, proxy.asked]).toEqual([2, []])
  expect(beyond.stderr).toBe(
    `http://pets.test cannot be reached: its host name cannot be resolved: check the spelling, or the network. HTTP_PROXY is not used for it\n`,
  )
  const here = await contract(`${service.baseUrl} --only LIST-4 --read-only`, { variables })
  expect([here.code, proxy.asked]).toEqual([0, []])
})

test.for(['http', 'https'])(
  'a password that the proxy of an %s:// address wants is asked for',
  async (scheme) => {
    const proxy = await startForwardProxy('http://127.0.0.1:1', '407 Proxy Authentication Required', 0)
    await using _ended = proxy
    const name = `${scheme.toUpperCase()}_PROXY`
    const { host } = new URL(proxy.url)
    for (const [value, wanted] of [
      [proxy.url, `asks for a user and a password (407): write ${name}=http://USER:PASSWORD@${host}`],
      [`me:s3cret@${host}`, `refuses the user and the password in ${name} (407)`],
    ] as const) {
      const { code, stderr } = await contract(`${scheme}://pets.test/v1`, { variables: { [name]: value } })
      expect([code, stderr]).toEqual([
        2,
        `${scheme}://pets.test cannot be reached through its proxy: ${host} ${wanted}\n`,
      ])
    }
    expect(proxy.asked).toHaveLength(2)
  },
)

test('a proxy that wants a password in the middle of a run is not judged as the service', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  await using proxy = await startForwardProxy(service.origin, undefined, 20)
  const { code, stdout } = await contract(BEYOND, { variables: { HTTP_PROXY: proxy.url } })
  expect(code).toBe(2)
  expect(stdout).toMatch(/^not finished: the service has stopped answering/m)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(' asks for a user and a password (407): write HTTP_PROXY=')
  expect(stdout).not.toMatch(/^✗/m)
  expect(proxy.asked.length).toBeLessThan(30)
})

test('a 407 without Proxy-Authenticate is the reply of the service, and judged', async () => {
  await using service = await serve(() => Promise.resolve({ status: 407, headers: {}, body: '' }))
  await using proxy = await startForwardProxy(service.origin)
  const { code } = await contract(`${BEYOND} --only LIST-1`, { variables: { HTTP_PROXY: proxy.url } })
  expect(code).toBe(1)
})

test('a proxy that refuses is named where the suite could not be run', async () => {
  await using proxy = await startForwardProxy('http://127.0.0.1:1', '403 Forbidden')
  const { code, stderr } = await contract('https://pets.test/v1', { variables: { HTTPS_PROXY: proxy.url } })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^https:\/\/pets\.test cannot be reached through its proxy: it opens no way there\. HTTPS_PROXY names its proxy\n$/,
  )
  expect(proxy.asked[0]).toBe('CONNECT pets.test:443')
})

test('a proxy that answers nothing does not hold a run up', async () => {
  await using proxy = await startForwardProxy('http://127.0.0.1:1')
  const proxies = proxiesIn({ HTTPS_PROXY: proxy.url }, { baseUrl: 'https://pets.test/v1' })
  const { transport } = openConnections(50, undefined, () => Promise.resolve(), proxies)
  const request = { method: 'GET', url: 'https://pets.test/v1/pets', headers: {}, body: undefined }
  await expect(transport(request)).rejects.toThrow('does not answer GET /v1/pets within 0.05 s')
})

test('a proxy for all protocols is not used, and the message says what to set', async () => {
  const { stderr } = await contract(BEYOND, { variables: { all_proxy: 'socks5://proxy.example' } })
  expect(stderr).toMatch(/\. all_proxy is not used: name the proxy in HTTP_PROXY\n$/)
})
