// Texts for humans, which no promise is about: Stryker does not change them.

/** The part of a node of Babel's tree that is used here, and its place. */
interface Place {
  readonly node: Node
  readonly key?: string | number | null
  readonly listKey?: string | undefined
  readonly parent?: Node | null
}

interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly id?: Node | null
  readonly key?: Node
  readonly callee?: Node
}

const MESSAGE = 'the message of an error'
const REASON = 'the reason, which the journal shows and no reply'

/** Functions and variables that hold nothing but such texts. */
const functions = /^(quote|shorten|planName|time|otherScheme|unknownKey|\w+Sentence)$/
const names: Readonly<Record<string, string>> = {
  message: MESSAGE,
  sentence: REASON,
  sentences: MESSAGE,
  reason: REASON,
  wait: MESSAGE,
}
const CLAUSE = /^[A-Z]+-\d+$/

function whyIgnored({ node, key, listKey, parent }: Place): string | undefined {
  if (node.type === 'FunctionDeclaration' && functions.test(node.id?.name ?? '')) return MESSAGE
  if (node.type === 'StringLiteral' && CLAUSE.test(String(node.value))) return REASON
  if (parent?.type === 'VariableDeclarator' && key === 'init') return names[parent.id?.name ?? '']
  if (parent?.type === 'ObjectProperty' && key === 'value') return names[parent.key?.name ?? '']
  const isRefusal = parent?.type === 'CallExpression' && parent.callee?.name === 'refusal'
  if (isRefusal && listKey === 'arguments') return { 1: MESSAGE, 2: REASON }[Number(key)]
  return undefined
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore: whyIgnored } }]
