import ts from 'typescript'

/** A change of one place of a source file. */
export interface Change {
  /** The code there, on one line, which stands nowhere else in the file. */
  readonly was: string
  /** What stands there instead; `;` for nothing. */
  readonly becomes: string
}

/** The global variable with the number of the change that is switched on. */
export const ACTIVE = 'activeMutant'

interface Around {
  readonly before: string
  readonly after: string
}

/**
 * Puts changes into a source, each switched off unless its number is that of ACTIVE: `a > b` becomes
 * `(globalThis.activeMutant === 3 ? (a >= b) : (a > b))`. Throws where the code is not there, or no switch can stand there.
 */
export function withSwitches(source: string, changes: ReadonlyMap<number, Change>): string {
  const tree = ts.createSourceFile('mutated.ts', source, ts.ScriptTarget.Latest, true)
  // From the inside to the outside, so that a change encloses those within it.
  const places = [...changes]
    .map(([number, change]) => ({ number, change, place: placeOf(change, tree) }))
    .toSorted(({ place: one }, { place: other }) => one.getWidth() - other.getWidth())
  const opening = new Map<number, string>()
  const closing = new Map<number, string>()
  for (const { number, change, place } of places) {
    const { before, after } = switchAround(place, change, `globalThis.${ACTIVE} === ${number}`)
    const [start, end] = [place.getStart(tree), place.getEnd()]
    opening.set(start, before + (opening.get(start) ?? ''))
    closing.set(end, (closing.get(end) ?? '') + after)
  }
  return Array.from(
    { length: source.length + 1 },
    (_none, at) => (closing.get(at) ?? '') + (opening.get(at) ?? '') + source.charAt(at),
  ).join('')
}

/** Whether a switch can stand at the place of a change. */
export function canBeSwitched(source: string, change: Change): boolean {
  try {
    withSwitches(source, new Map([[0, change]]))
    return true
  } catch {
    return false
  }
}

/** The outermost code that reads so. */
function placeOf({ was }: Change, tree: ts.SourceFile): ts.Node {
  const found: ts.Node[] = []
  const look = (node: ts.Node): void => {
    if (node.getText(tree) === was) found.push(node)
    else ts.forEachChild(node, look)
  }
  look(tree)
  const [place, another] = found
  if (!place) throw new Error(`there is no ${was}`)
  if (another) throw new Error(`there is more than one ${was}`)
  return ts.isExpressionStatement(place) ? place.expression : place
}

function switchAround(place: ts.Node, { was, becomes }: Change, isAwake: string): Around {
  const { parent } = place
  if (ts.isBlock(place)) return { before: `{ if (${isAwake}) ${becomes} else `, after: ' }' }
  if (ts.isExpressionStatement(parent))
    return { before: `if (${isAwake}) { ${becomes} } else { `, after: ' }' }
  // Called functions would lose their `this`, and the target of an assignment cannot be an expression.
  const isTarget =
    ts.isCallExpression(parent) || ts.isOptionalChain(parent) || isAssignment(parent)
      ? parent.getChildAt(0) === place
      : false
  if (!ts.isExpression(place) || isTarget || !isValue(place)) throw new Error(`no switch can stand at ${was}`)
  return { before: `(${isAwake} ? (${becomes}) : (`, after: '))' }
}

function isAssignment(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
}

/** Whether it is neither a name nor a part of a type, an import or a template, and no statement begins with it. */
function isValue(place: ts.Expression): boolean {
  const { parent } = place
  // A bracket there would go on with the line before.
  if (ts.findAncestor(place, ts.isExpressionStatement)?.getStart() === place.getStart()) return false
  if (ts.isIdentifier(place) || ts.isTypeNode(parent) || ts.isTemplateSpan(parent)) return false
  return !ts.isImportDeclaration(parent) && !('name' in parent && parent.name === place)
}
