import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createInterface } from 'node:readline'

/** A request as it went over the wire, with its reply. Times in Unix milliseconds, by the kernel's clock. */
export interface WireExchange {
  readonly at: number
  /** Distinguishes connections. */
  readonly connection: number
  readonly openedAt: number
  /** What distinguishes the program's calls. */
  readonly target: string
  readonly repliedAt: number
  readonly status: number
  readonly retryAfter: string | undefined
  /** When the client closed the connection. */
  readonly closedAt: number | undefined
}

/** A record of what goes over a port of this machine, which tcpdump makes. Neither side notices it. */
export interface Tap {
  /** Ends it and returns what was asked and answered, in the order of the replies. */
  stop(): Promise<readonly WireExchange[]>
}

/** Begins to record; `undefined` where tcpdump is not installed or not allowed. */
export async function startTap(port: number): Promise<Tap | undefined> {
  const args = ['-i', 'lo', '-w', '-', '-U', '--immediate-mode', '-B', '4096', '-s', '1024']
  const tcpdump = spawn('tcpdump', [...args, 'tcp', 'port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const recorded = buffer(tcpdump.stdout)
  const ended = once(tcpdump, 'close').catch(() => undefined)
  const listens = new Promise<boolean>((resolve) => {
    createInterface(tcpdump.stderr).on('line', (line) => {
      if (line.includes('listening on')) resolve(true)
    })
    const fail = (): void => {
      resolve(false)
    }
    tcpdump.once('error', fail)
    tcpdump.once('exit', fail)
  })
  if (!(await listens)) return undefined
  return {
    stop: async () => {
      tcpdump.kill('SIGINT')
      await ended
      return exchangesOf(readPackets(await recorded, port))
    },
  }
}

interface Packet {
  readonly at: number
  readonly fromServer: boolean
  readonly clientPort: number
  readonly opens: boolean
  readonly closes: boolean
  readonly text: string
}

/** Reads a file of libpcap in the byte order of most machines, with Ethernet frames of IPv4. */
function readPackets(file: Buffer, port: number): readonly Packet[] {
  const packets: Packet[] = []
  for (let offset = 24; offset + 16 <= file.length;) {
    const at = file.readUInt32LE(offset) * 1000 + file.readUInt32LE(offset + 4) / 1000
    const length = file.readUInt32LE(offset + 8)
    const ip = file.subarray(offset + 16 + 14, offset + 16 + length)
    offset += 16 + length
    const tcp = ip.subarray(((ip[0] ?? 0) & 15) * 4, ip.readUInt16BE(2))
    const [from, to] = [tcp.readUInt16BE(0), tcp.readUInt16BE(2)]
    const fromServer = from === port
    const flags = tcp.readUInt8(13)
    const text = tcp.subarray((tcp.readUInt8(12) >> 4) * 4).toString('latin1')
    packets.push({
      at,
      fromServer,
      clientPort: fromServer ? to : from,
      opens: (flags & 0x12) === 2,
      closes: (flags & 5) > 0,
      text,
    })
  }
  return packets
}

function exchangesOf(packets: readonly Packet[]): readonly WireExchange[] {
  const exchanges: Omit<WireExchange, 'closedAt'>[] = []
  const asked = new Map<number, Pick<WireExchange, 'at' | 'connection' | 'openedAt' | 'target'>>()
  const connections = new Map<number, Pick<WireExchange, 'connection' | 'openedAt'>>()
  const closed = new Map<number, number>()
  let opened = 0
  for (const { at, fromServer, clientPort, opens, closes, text } of packets) {
    if (opens) connections.set(clientPort, { connection: (opened += 1), openedAt: at })
    const own = connections.get(clientPort)
    if (!own) continue
    if (closes && !fromServer && !closed.has(own.connection)) closed.set(own.connection, at)
    const target = /^GET (\S+)/.exec(text)?.[1]
    if (!fromServer && target !== undefined) asked.set(clientPort, { at, target, ...own })
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
    const request = asked.get(clientPort)
    if (!fromServer || status === undefined || !request) continue
    asked.delete(clientPort)
    const retryAfter = /\r\nretry-after: *([^\r]*)/i.exec(text)?.[1]
    exchanges.push({ ...request, repliedAt: at, status: Number(status), retryAfter })
  }
  return exchanges.map((exchange) => ({ ...exchange, closedAt: closed.get(exchange.connection) }))
}
