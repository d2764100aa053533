import { describe, expect, it } from 'vitest'
import { errorWithCode, memoryFiles, runInProcess } from './testing/manual-environment.ts'

describe('exit code 0 and stdout:', () => {
  it.each([
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['--help', /^Usage: petstore /],
    ['mock --help', /^Usage: petstore mock /],
  ])('%s', async (line, text) => {
    const { exitCode, stdout, stderr } = runInProcess(line)
    expect(await exitCode).toBe(0)
    expect(stdout.text).toMatch(text)
    expect(stderr.text).toBe('')
  })
})

describe('exit code 2 and one line on stderr:', () => {
  it.each([
    ['mokc', {}, "Unknown command 'mokc'. Did you mean mock?"],
    ['mock --prot 1', {}, "Unknown option '--prot'. Did you mean --port?"],
    ['mock --data p.json', {}, '--data: p.json does not exist'],
    ['mock --config c.yaml', {}, '--config: c.yaml does not exist'],
    ['mock --port 0 --world w.json', {}, '--world: w.json does not exist'],
    [
      'mock --choices c.yaml',
      { 'c.yaml': errorWithCode('EACCES') },
      '--choices: c.yaml may not be read: check its permissions',
    ],
    ['mock', { 'petstore.config.yaml': '"\u001b[2J": 1' }, 'petstore.config.yaml: \\u001b[2J is not known'],
    [
      'mock --host 192.0.2.1 --port 0',
      {},
      'Cannot listen on 192.0.2.1: it is not an address of this machine. Try --host 127.0.0.1, or 0.0.0.0 for all addresses',
    ],
  ])('%s', async (line, contents: Record<string, string | Error>, message) => {
    const { exitCode, stdout, stderr } = runInProcess(line, {
      files: memoryFiles(new Map(Object.entries(contents))),
    })
    expect(await exitCode).toBe(2)
    expect(stderr.text).toBe(`${message}\n`)
    expect(stdout.text).toBe('')
  })
})

it('without a command, the help is printed on stderr', async () => {
  const { exitCode, stdout, stderr } = runInProcess('')
  expect(await exitCode).toBe(2)
  expect(stderr.text).toMatch(/^Usage: petstore /)
  expect(stdout.text).toBe('')
})
