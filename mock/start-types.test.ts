import { join } from 'node:path'
import ts from 'typescript'
import { expect, expectTypeOf, it } from 'vitest'
import { startMock, type Mock, type SharedOptions, type StartOptions } from './index.ts'

/** What the compiler says of a file beside this one. */
function complaintsAbout(text: string): readonly string[] {
  const path = join(import.meta.dirname, 'a-user.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  }
  const files = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (name) => name === path || files.fileExists(name),
    getSourceFile: (name, ...others) =>
      name === path
        ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024)
        : files.getSourceFile(name, ...others),
  }
  const program = ts.createProgram([path], options, host)
  const file = program.getSourceFile(path)
  return program.getSemanticDiagnostics(file).map(({ start = 0, length = 0, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, ' ')
    return `${text.slice(start, start + length)}: ${message}`
  })
}

it('the compiler names the option that is wrong, and nothing else', { timeout: 60_000 }, () => {
  const calls = [
    "{ port: '0', pets: 3 }",
    '{ port: 0, sede: 4 }',
    "{ store: 'redis://localhost', limits: 1 }",
    '{ store: 6379 }',
    "{ port: 0, store: new URL('redis://localhost') }",
    '{ store: null }',
  ]
  const text = calls.map((options) => `void startMock(${options})`).join('\n')
  expect(complaintsAbout(`import { startMock } from './index.ts'\n${text}`)).toEqual([
    "port: Type 'string' is not assignable to type 'number'.",
    expect.stringMatching(/^sede: Object literal may only specify known properties/),
    "limits: Type 'number' is not assignable to type 'boolean | undefined'.",
    "store: Type 'number' is not assignable to type 'string'.",
    "store: Type 'URL' is not assignable to type 'string'.",
    "store: Type 'null' is not assignable to type 'string | undefined'.",
  ])
})

it('a mock answers with promises where it is given a store', () => {
  expectTypeOf<Awaited<ReturnType<typeof startMock>>>().toEqualTypeOf<Mock>()
  const shared = (options: SharedOptions) => startMock(options)
  expectTypeOf(shared).returns.resolves.toEqualTypeOf<Mock<true>>()
  const own = (options?: StartOptions) => startMock({ ...options, store: undefined })
  expectTypeOf(own).returns.resolves.toEqualTypeOf<Mock>()
})
