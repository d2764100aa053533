// Functions that no request of a client leads to, in files that otherwise decide the reply: Stryker does not change them.

/** The part of a node of Babel's tree that is used here. */
interface Place {
  readonly node: Named & { readonly type: string; readonly id?: Named | null; readonly key?: Named }
}

interface Named {
  readonly name?: string
}

/** By who calls them. Names of functions and methods, in all files that are mutated. */
const callers: Readonly<Record<string, readonly string[]>> = {
  'only the control API calls it': [
    ...['replace', 'remove', 'removeKey', 'retire', 'all', 'state', 'goOn', 'petFields', 'readMeter'],
    ...['setRemaining', 'setSpeed', 'publishHealed', 'checkRoom', 'throwNoRoom'],
  ],
  'it counts bytes of memory': ['petBytes', 'startingPetBytes', 'unwrittenPetBytes'],
  'it acts out a fault': ['bodyAfterFault', 'writerTo'],
  'it is for a service behind a proxy, another handler of the server, or a store elsewhere': [
    'passOn',
    'unavailable',
  ],
}

const reasons = new Map(
  Object.entries(callers).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
)

function whyIgnored({ node: { type, id, key } }: Place): string | undefined {
  if (type === 'FunctionDeclaration') return reasons.get(id?.name ?? '')
  return type === 'ClassMethod' ? reasons.get(key?.name ?? '') : undefined
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'unreached', value: { shouldIgnore: whyIgnored } }]
