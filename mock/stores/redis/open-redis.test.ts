import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../lab/cluster/free-port.ts'
import { RedisCluster } from '../../../lab/cluster/redis-cluster.ts'
import { RedisServer } from '../../../lab/cluster/redis-server.ts'
import { Memory } from '../../core/memory/memory.ts'
import { ask } from '../../core/testing/test-world.ts'
import { Worlds } from '../../core/world/worlds.ts'
import { startMock } from '../../index.ts'
import { seedOf } from '../../options.ts'
import { openRedis } from './open-redis.ts'
import type { RedisLink } from './redis-link.ts'
import { redisWorlds } from './redis-worlds.ts'
import { describeWithRedis, newAddress, openStore, until } from './testing/with-redis.ts'

describeWithRedis('a Redis', () => {
  let redis: RedisServer
  let clustered: Promise<RedisCluster>
  beforeAll(async () => {
    redis = await RedisServer.start()
    clustered = RedisCluster.start({ shards: 1 })
  })
  afterAll(async () => {
    await redis[Symbol.asyncDispose]()
    await (await clustered)[Symbol.asyncDispose]()
  })

  const prefixIn = (address: string): string => new URL(address).searchParams.get('prefix') ?? ''

  test.each([
    ['petstore-mock 0', 'a mock of another version (petstore-mock 0, and this one is petstore-mock 1)'],
    ['petstore-mock 2', 'a mock of another version (petstore-mock 2, and this one is petstore-mock 1)'],
    ['somebody', 'another program'],
  ])('whose prefix has data of the form %s is refused in one line', async (form, whose) => {
    const own = await openStore(newAddress(redis))
    const occupied = newAddress(redis)
    await own.link.command('SET', `${prefixIn(occupied)}:form`, form)
    own.close()
    await expect(openStore(occupied)).rejects.toThrow(
      `${redis.address} has keys of ${whose} under the prefix ${prefixIn(occupied)}: choose another, as ?prefix=NAME`,
    )
  })

  test('whose prefix another program uses is refused and not changed', async () => {
    const own = await openStore(newAddress(redis))
    const occupied = newAddress(redis)
    const key = `${prefixIn(occupied)}:session:1`
    await own.link.command('SET', key, 'theirs')
    await expect(openStore(occupied)).rejects.toThrow(`has keys of another program (${key}) under the prefix`)
    expect(await own.link.command('EXISTS', `${prefixIn(occupied)}:form`)).toBe(0)
    own.close()
  })

  test.each([
    ['-MOVED 8274 127.0.0.1:7001', 'is a node of a Redis Cluster, and does not say so: let this user call'],
    ['', 'does not answer as a Redis does: is its address right'],
    [
      '-CLUSTERDOWN Hash slot not served',
      'leads to a Redis Cluster that is not whole: each slot needs a primary',
    ],
    // A Redis 6 has no `SET … NX GET`.
    ['-ERR syntax error', 'lacks what a mock needs: a Redis 7 or newer'],
    [
      "-ERR unknown command 'SET'",
      'lacks what a mock needs: a Redis 7 or newer, and of a Sentinel the primary',
    ],
  ])('that replies "%s" is reported with the reason', async (reply, why) => {
    const server = createServer((socket) =>
      socket.on('data', (text) => {
        // A reply for each command.
        if (reply !== '') for (const _ of String(text).matchAll(/^\*\d/gm)) socket.write(`${reply}\r\n`)
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const opening = openRedis(`redis://127.0.0.1:${port}`, new Memory(), reply === '' ? 20 : undefined)
    await expect(opening).rejects.toThrow(why)
    server.close()
  })

  test('whose database is not a number is refused in one line', async () => {
    await expect(openStore(`${redis.address}/pets`)).rejects.toThrow(
      'store: the database is a number, as redis://localhost:6379/0',
    )
  })

  test('that speaks TLS works if its certificate is trusted', async () => {
    const port = await freePort()
    await using folder = await mkdtempDisposable(join(tmpdir(), 'petstore-tls-'))
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder.path, name))
    const made = `req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 -subj /CN=localhost -keyout ${key} -out ${certificate}`
    execFileSync('openssl', [...made.split(' '), '-addext', 'subjectAltName=DNS:localhost'], {
      stdio: 'ignore',
    })
    const files = `--tls-cert-file ${certificate} --tls-key-file ${key} --tls-ca-cert-file ${certificate}`
    const options = `--port 0 --tls-port ${port} --tls-auth-clients no --requirepass secret ${files}`
    await using _secure = await RedisServer.start(...options.split(' '))
    const why = (address: string): Promise<unknown> => openStore(address).then(String, String)
    const untrusted = `ControlError: rediss://localhost:${port} has a certificate that is not trusted here: set NODE_EXTRA_CA_CERTS to the file of its authority, and call its host as it does (`
    expect(await why(`rediss://localhost:${port}`)).toContain(untrusted)
    expect(await why(`redis://localhost:${port}`)).toContain('rediss:// where it speaks TLS')
    const usual = getCACertificates()
    // As NODE_EXTRA_CA_CERTS does it for a whole process.
    setDefaultCACertificates([...usual, readFileSync(certificate ?? '', 'utf8')])
    try {
      expect(await why(`rediss://127.0.0.1:${port}`)).toContain(
        'call its host as it does (Hostname/IP does not match',
      )
      for (const [user, said] of [
        ['', 'NOAUTH'],
        [':wrong@', 'WRONGPASS'],
      ] as const) {
        const shown = user && ':…@'
        expect(await why(`rediss://${user}localhost:${port}`)).toContain(
          `ControlError: rediss://${shown}localhost:${port} lets nobody in so: give it the right redis://USER:PASSWORD@… (${said}`,
        )
      }
      await using mock = await startMock({ port: 0, pets: 1, store: `rediss://:secret@localhost:${port}` })
      expect((await fetch(`${mock.origin}/_mock/health`)).status).toBe(200)
    } finally {
      setDefaultCACertificates(usual)
    }
  })

  test('that cannot be reached is reported in one line', async () => {
    await expect(openStore('redis://localhost:1')).rejects.toThrow(
      'redis://localhost:1 cannot be reached: is a Redis there, and is its address right? (connect ECONNREFUSED',
    )
  })

  test('that is full, or denies a user a command, is refused in one line', async () => {
    await using small = await RedisServer.start('--maxmemory', '1mb')
    await expect(startMock({ port: 0, store: small.address })).rejects.toThrow(
      `${small.address} accepts no writes, which a mock needs (Redis is full`,
    )
    const { link, close } = await openStore(newAddress(redis))
    await link.command('ACL', 'SETUSER', 'little', 'on', 'nopass', '~*', '+@all', '-@scripting')
    close()
    await expect(startMock({ port: 0, store: redis.address.replace('//', '//little@') })).rejects.toThrow(
      'lets this user do too little: a mock needs scripts, streams, all keys of its prefix, and CLUSTER in a cluster (NOPERM ',
    )
  })

  test('that evicts keys when it is full is refused, and one that cannot fill up is not', async () => {
    await using evicting = await RedisServer.start('--maxmemory-policy', 'allkeys-lru', '--maxmemory', '64mb')
    await expect(openStore(evicting.address)).rejects.toThrow(
      `${evicting.address} deletes keys when it is full (maxmemory-policy allkeys-lru), and so would lose pets: set it to noeviction`,
    )
    await using unbounded = await RedisServer.start('--maxmemory-policy', 'volatile-lru')
    const { close } = await openStore(unbounded.address)
    close()
  })

  test('that does not respond makes the mock unhealthy until it responds again', async () => {
    await using mock = await startMock({ port: 0, pets: 1, store: newAddress(redis) })
    const health = async (): Promise<number> => (await fetch(`${mock.origin}/_mock/health`)).status
    expect(await health()).toBe(200)
    redis.signal('SIGSTOP')
    const reply = await fetch(`${mock.origin}/_mock/health`)
    redis.signal('SIGCONT')
    expect([reply.status, await reply.json()]).toMatchObject([503, { status: 503 }])
    await until(async () => (await health()) === 200)
  })

  test('needs two round trips for a read, and three for a creation', async () => {
    const address = newAddress(redis)
    const { link, close } = await openStore(address)
    let [trips, isUnderWay] = [0, false]
    // Requests of one turn of the event loop share a round trip.
    const count = (): void => {
      if (isUnderWay) return
      isUnderWay = true
      trips += 1
      setImmediate(() => {
        isUnderWay = false
      })
    }
    const counted: RedisLink = {
      ...link,
      command: (...args) => {
        count()
        return link.command(...args)
      },
      run: (script, keys, args) => {
        // Events are added to streams, which no reply waits for.
        if (script.text.includes('XADD')) return new Promise(() => undefined)
        count()
        return link.run(script, keys, args)
      },
      commit: (script, keys, args) => {
        count()
        return link.commit(script, keys, args)
      },
    }
    const worlds = await Worlds.begin(
      await seedOf({ pets: 30 }),
      redisWorlds(counted, prefixIn(address), new Memory(), '0123456789abcdef'),
    )
    const tripsOf = async (request: Parameters<typeof ask>[0]): Promise<number> => {
      trips = 0
      const { status } = await worlds.default.answer(ask({ key: 'free-demo-key', ...request }))
      expect(status).toBeLessThan(300)
      return trips
    }
    // Without what is loaded once, and what no caller awaits.
    await tripsOf({})
    expect(await tripsOf({ query: 'limit=20&status=sold' })).toBe(2)
    expect(await tripsOf({ path: '/pets/1' })).toBe(2)
    const body = '{"name":"Rex","categoryId":1}'
    expect(await tripsOf({ method: 'POST', body })).toBe(3)
    close()
  })

  test('of several that are named must be of a cluster, which has one database', async () => {
    const [, port] = redis.address.split('127.0.0.1:')
    await expect(openStore(`redis://127.0.0.1:1,127.0.0.1:${port}`)).rejects.toThrow(
      `redis://127.0.0.1:1,127.0.0.1:${port} names several hosts, as for a Redis Cluster, but leads to no cluster`,
    )
    await expect(openStore(`${(await clustered).address}/1`)).rejects.toThrow(
      'has no database of that number, and a cluster has but one',
    )
  })

  test('in cluster mode works if it holds all slots', async () => {
    await using mock = await startMock({ port: 0, pets: 1, store: (await clustered).address })
    const headers = { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' }
    const body = '{"name":"Rex","categoryId":1}'
    expect((await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(201)
    expect((await fetch(`${mock.baseUrl}/pets/2`, { headers })).status).toBe(200)
    await mock.reset()
    expect(await mock.pets.size).toBe(1)
  })
})
