// A rule of oxlint: no module-level state, because several worlds would share it.

/** As much of the syntax tree (ESTree) as the rule reads. */
interface Node {
  readonly type: string
  readonly kind?: string
  readonly declaration?: Node | null
  readonly declarations?: readonly Node[]
  readonly init?: Node | null
  readonly callee?: Node
  readonly name?: string
  readonly body?: readonly Node[]
}

interface Context {
  report(problem: { readonly node: Node; readonly message: string }): void
}

const COLLECTIONS = /^(?:Map|Set|WeakMap|WeakSet|BoundedMap)$/
const REMEDY =
  'Several worlds would share it: put it into the state of a world, or into an object that its users are given.'

function check(context: Context, program: Node): void {
  for (const statement of program.body ?? []) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    if (declared.kind !== 'const') {
      context.report({ node: declared, message: `A module has no variable that changes. ${REMEDY}` })
    }
    for (const declaration of declared.declarations ?? []) {
      if (isCollection(declaration.init)) {
        context.report({ node: declaration, message: `A module has no collection that changes. ${REMEDY}` })
      }
    }
  }
}

function isCollection(init: Node | null | undefined): boolean {
  return init?.type === 'NewExpression' && COLLECTIONS.test(init.callee?.name ?? '')
}

export default {
  meta: { name: 'petstore' },
  rules: {
    'no-module-state': {
      create: (context: Context) => ({
        Program: (program: Node): void => {
          check(context, program)
        },
      }),
    },
  },
}
