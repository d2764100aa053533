import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { Petstore } from './petstore.ts'

// Its quota is never exhausted: the limit refuses only the part of the mix that has another key.
const KEY = 'soak-key'
const REQUESTS = 10_000_000
const CONNECTIONS = 16
const AT_A_TIME = 50
const SAMPLES = 40

const head = (line: string, key = KEY): string =>
  `${line} HTTP/1.1\r\nHost: petstore.test\r\nAuthorization: Bearer ${key}\r\n`
const PET = '{"name":"Rex","categoryId":1}'

/** Lists, pets, creations, and refusals of all kinds. */
const MIX = [
  ...[
    '/v1/pets',
    '/v1/pets?limit=1',
    '/v1/pets?status=sold&limit=50',
    '/v1/pets/1',
    '/v1/pets/99',
    '/v1/pets/0',
  ].map((target) => `${head(`GET ${target}`)}\r\n`),
  ...['/v1/pets?limit=0', '/v1/nothing', '/staging/v1/pets'].map((target) => `${head(`GET ${target}`)}\r\n`),
  `${head('GET /v1/pets', 'no-such-key')}\r\n`,
  `${head('GET /v1/pets', 'free-demo-key')}\r\n`,
  `${head('POST /v1/pets')}Content-Type: application/json\r\nContent-Length: ${PET.length}\r\n\r\n${PET}`,
]

/** Sends the mix again and again over one connection, and counts the replies. */
async function work(port: number, count: number, onReplies: (replies: number) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let [sent, answered, tail] = [0, 0, '']
    const more = (): void => {
      let batch = ''
      while (sent < count && sent - answered < AT_A_TIME) batch += MIX[(sent += 1) % MIX.length] ?? ''
      if (batch !== '') socket.write(batch)
    }
    socket.on('data', (text: string) => {
      const seen = tail + text
      const replies = seen.split('HTTP/1.1 ').length - 1
      // The tail may be the beginning of the next status line.
      tail = seen.slice(-8).replace(/^.*HTTP\/1\.1 /s, '')
      answered += replies
      onReplies(replies)
      if (answered >= count) socket.destroy()
      else if (sent - answered < AT_A_TIME / 2) more()
    })
    socket.once('connect', more).once('error', reject).once('close', resolve)
  })
}

test('Ten million requests of all kinds: memory stays flat', async ({ task }) => {
  await using petstore = await Petstore.start(['--key', `${KEY}:enterprise:1000000000:1000000000`])
  const samples: number[] = []
  let answered = 0
  const sample = async (): Promise<void> => {
    samples.push((await petstore.memory()).now)
    // Created pets use memory by design: a reset removes them.
    await petstore.world.reset()
  }
  const begun = performance.now()
  for (let part = 0; part < SAMPLES; part += 1) {
    const each = REQUESTS / SAMPLES / CONNECTIONS
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        work(petstore.port, each, (replies) => (answered += replies)),
      ),
    )
    await sample()
  }
  const minutes = (performance.now() - begun) / 60_000
  const [early, late] = [samples.slice(2, 12), samples.slice(-10)].map((some) => Math.max(...some))
  console.log(`${answered} replies in ${minutes.toFixed(1)} minutes; resident MB: ${samples.join(' ')}`)
  expect(answered).toBeGreaterThanOrEqual(REQUESTS)
  expect(late).toBeLessThan((early ?? 0) * 1.1)
  task.meta.figures = `${answered} replies in ${minutes.toFixed(0)} minutes; ${early} MB early, ${late} MB late`
})
