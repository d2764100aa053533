import type { RequestListener } from 'node:http'
import type { Gate } from '../../../contract-tests/opinions/proxy/gate.ts'
import { createControlApp } from '../../../mock/control/create-control.ts'
import type { Proxied } from '../../../mock/control/message/views.ts'
import type { FaultSpec } from '../../../mock/core/faults/faults.ts'
import type { ChangeKind } from '../../../mock/core/journal/events.ts'
import { planLimits } from '../../../mock/core/limits/caller.ts'
import { Memory } from '../../../mock/core/memory/memory.ts'
import { keyIdentifier, type IdentifyKey } from '../../../mock/core/message/key-id.ts'
import type { TimeSource } from '../../../mock/core/settings/clock.ts'
import { parseSettings } from '../../../mock/core/settings/settings.ts'
import { UNCHANGED } from '../../../mock/core/world/mock-options.ts'
import { onTimers, sleepUntil, type Sleep } from '../../../mock/edge/deliver.ts'
import { UnreadReplies } from '../../../mock/http/unread-replies.ts'
import { memoryPets } from '../../../mock/stores/memory-pets.ts'
import { beginInMemory, newKeySecret } from '../../../mock/stores/memory-worlds.ts'
import { machineTime } from '../../../spec/machine-time.ts'
import { planName, type PlanId } from '../../../spec/plans.ts'
import { counted, figure } from '../../../spec/wording.ts'
import { holdBack } from './forwarded.ts'
import { WorldGate } from './world-gate.ts'

/** What the proxy does besides judging. */
export interface GateFlags {
  /** The plan of each key; no limits without it. */
  readonly limits?: PlanId
  /** Whether refusals over the limit add up to a ban. */
  readonly ban?: boolean
  readonly fault?: readonly FaultSpec[]
  readonly readOnly?: boolean
}

/** What a gate needs of its surroundings. */
export interface GatePorts {
  /** The base address of the service, and that of the proxy once it listens. */
  readonly proxied: Proxied
  readonly log: (line: string) => void
  readonly time?: TimeSource
  readonly sleep?: Sleep
}

/** A gate with limits and faults, and what controls it. */
export interface StartedGate {
  readonly gate: Gate
  /** Answers requests for the control room and the control API, below `/_mock`. */
  readonly control: RequestListener
  /** What it does, in one sentence. */
  readonly sentence: string
  /** Ends the delays of faults and the event streams. */
  readonly close: () => void
}

/** A ban is logged with the refusal that earned it, and who was refused control is in the control room. */
const UNLOGGED: ReadonlySet<ChangeKind> = new Set(['ban', 'refused'])

/** Starts a world of the mock that has the limits and faults, and neither pets nor keys. */
export function startGate(flags: GateFlags, ports: GatePorts): StartedGate {
  const { limits, ban = false, fault = [], readOnly = false } = flags
  const { proxied, log, time = machineTime, sleep = onTimers } = ports
  const memory = new Memory()
  const choices = ban ? UNCHANGED.choices : { ...UNCHANGED.choices, ban: 'none' as const }
  const seed = { ...UNCHANGED, keys: [], choices, faults: fault, limits: limits !== undefined }
  const worlds = beginInMemory(seed, { time, createPetStore: memoryPets, memory })
  worlds.events.subscribe((event) => {
    if (event.kind === 'change' && !UNLOGGED.has(event.change.what))
      log(`${event.change.what}: ${event.change.sentence}`)
  })
  const stopping = new AbortController()
  const { signal: until } = stopping
  const gate = new WorldGate({
    world: worlds.default,
    basePath: new URL(proxied.service).pathname.replace(/\/+$/, ''),
    rules: { plan: limits ?? 'free', refuse: readOnly ? holdBack : () => undefined },
    nameKey: keyNamer(keyIdentifier(newKeySecret)),
    log,
    unread: new UnreadReplies(memory.messages),
    sleep: sleepUntil(until, sleep),
  })
  return {
    gate,
    // Its address is for this machine alone, so there is no token.
    control: createControlApp(worlds, { token: '', until, proxied }),
    sentence: sentenceOf(flags),
    close: () => {
      stopping.abort()
    },
  }
}

/** Names a key by a few letters of a long one, and a code that no two keys share in practice. */
function keyNamer(identify: IdentifyKey): (token: string) => string {
  return (token) => {
    const start = token.length < 12 ? undefined : /^[\w.~]{3,4}/.exec(token)?.[0]
    return `${start ?? 'key'}-${identify(token).slice(0, 10)}`
  }
}

function sentenceOf({ limits, ban = false, fault = [], readOnly = false }: GateFlags): string {
  const parts = [
    ...(limits === undefined ? [] : [limitPart(limits)]),
    ...(ban ? [banPart()] : []),
    ...(fault.length === 0 ? [] : [`injects ${counted(fault.length, 'fault')}`]),
    ...(readOnly ? ['holds back requests that may change something'] : []),
  ]
  const last = parts.pop() ?? ''
  return `The proxy ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}. Its own answers have a Proxy-Status header.`
}

function limitPart(plan: PlanId): string {
  const { minute, day } = planLimits({ plan })
  return `allows each key ${figure(minute)} requests a minute and ${figure(day)} a day (plan ${planName(plan)})`
}

function banPart(): string {
  const { strikes = 0, milliseconds = 0 } = parseSettings(UNCHANGED.choices).ban ?? {}
  return `bans it for ${milliseconds / 1000} s after ${strikes} refusals in a window`
}
