// The files that a run is compared with: known breaches, and choices of an earlier run.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { choosable } from '../../spec/choices.ts'
import { parseChoicesFile } from '../environment/yaml-file.ts'
import { check, contract, refused } from '../testing/contract.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-contract-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('known breaches', () => {
  const violation = 'the default page holds 21'
  const fileWith = (until: string, clause = 'LIST-4'): Readonly<Record<string, string>> => ({
    'known.yaml': `- clause: ${clause}\n  reason: pages of 25 since the migration\n  until: ${until}\n`,
  })

  test('are accepted until their date', async () => {
    const { code, stdout } = await check('--only LIST-4 --known known.yaml', {
      violation,
      files: fileWith('2999-12-31'),
    })
    expect(stdout).toContain('conformant but for known breaches')
    expect(code).toBe(0)
  })

  test('do not end a run with --bail, and others do', async () => {
    const run = (until: string): ReturnType<typeof check> =>
      check('--only LIST --known known.yaml --bail', { violation, files: fileWith(until) })
    const [accepted, expired] = [await run('2999-12-31'), await run('2020-01-31')]
    expect([accepted.code, expired.code]).toEqual([0, 1])
    expect(accepted.stdout).not.toContain('--bail')
    expect(expired.requests.length).toBeLessThan(accepted.requests.length)
  })

  test('are reported to GitHub Actions with file and line', async () => {
    const report = join(folder, 'annotations')
    const { code } = await check(`--known known.yaml --report annotations=${report}`, {
      files: { 'known.yaml': `# since the migration\n\n${fileWith('2999-12-31', 'LIST-1')['known.yaml']}` },
    })
    expect(code).toBe(1)
    expect(await readFile(report, 'utf8')).toMatch(/^::error file=known\.yaml,line=3,title=LIST-1 /)
  })

  test.for([['# none is known any more\n'], ['']])(
    'may all be gone from the file: %j',
    async ([text = '']) => {
      const { code, stderr } = await check('--only LIST-4 --known known.yaml', {
        files: { 'known.yaml': text },
      })
      expect([code, stderr]).toEqual([0, ''])
    },
  )

  test('fail the run when their date has passed', async () => {
    const { code, stdout } = await check('--only LIST-4 --known known.yaml', {
      violation,
      files: fileWith('2020-01-31'),
    })
    expect(stdout).toContain('2020-01-31')
    expect(code).toBe(1)
  })

  test('fail the run when they no longer happen', async () => {
    const { code, stdout } = await check('--known known.yaml', { files: fileWith('2999-12-31', 'LIST-1') })
    expect(stdout).toContain('known breaches out of date')
    expect(code).toBe(1)
  })

  test.for([
    ['', 'CREATE-4'],
    ['--only LIST-1', 'LIST-1'],
  ])('do not fail a run that left some of their clause out: %s', async ([flags = '', clause = '']) => {
    const { code, stdout } = await check(`${flags} --known known.yaml`, {
      files: fileWith('2999-12-31', clause),
    })
    expect(stdout).toContain(`${clause} could not be verified in full`)
    expect(code).toBe(0)
  })

  test('of clauses that are not part of the run are not reported', async () => {
    const { code, stdout } = await check('--only LIST-5 --known known.yaml', {
      files: fileWith('2020-01-31'),
    })
    expect(stdout).not.toContain('KNOWN BREACHES')
    expect(code).toBe(0)
  })

  test.for([
    [
      '- clause: LIMIT-14\n  reason: none\n  until: 2999-12-31\n',
      'no clause "LIMIT-14" of the service, in the entry at line 1',
    ],
    ['- clause: LIST-44\n  reason: none\n  until: 2999-12-31\n', 'Did you mean LIST-4?'],
    ['- clause: LIST-4\n  reason: none\n', '[0].until is required, in the entry at line 1'],
    [
      '# ours\n- clause: LIST-4\n  reason: none\n  until: 2027-02-31\n',
      'must be a day that there is, such as 2030-12-05, in the entry at line 2',
    ],
    [
      '- claus: LIST-4\n  reason: none\n  until: 2999-12-31\n',
      '[0].claus is not known, in the entry at line 1. Did you mean clause?',
    ],
    ['- clause: LIST-4\n  reason: none\n  until: soon\n', 'until'],
    ['- clause: LIST-4\n  reason: none\n  until: 2027-02-31\n', '[0].until must be a day that there is'],
    [
      '- clause: LIST-4\n  reason: none\n  until: 2020-12-31\n\n- clause: LIST-4\n  reason: none\n  until: 2999-12-31\n',
      'known.yaml: LIST-4 has two entries, at line 1 and line 5: keep one of them',
    ],
    ['{', 'known.yaml'],
  ] as const)('are refused in a file such as %s', async ([text, says]) => {
    const files = { 'known.yaml': text }
    expect(await refused('http://127.0.0.1:1/v1 --known known.yaml', { files })).toContain(says)
  })
})

describe('choices', () => {
  test('are saved in the format of the mock; changed ones are reported, and do not fail the run', async () => {
    const file = join(folder, 'choices.yaml')
    const { code, stdout } = await check(`--save-choices ${file} --expect-choices before.yaml`, {
      files: { 'before.yaml': 'list-order: oldest\nlimit-above-100: clamped\n' },
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/list-order +newest.*oldest/)
    expect(stdout).not.toMatch(/limit-above-100 +clamped.*before/)
    const saved = await readFile(file, 'utf8')
    const { choices, others } = await parseChoicesFile(saved, file)
    expect({ choices, others }).toMatchObject({
      choices: { 'list-order': 'newest', 'id-numbering': 'beyond-2-53' },
      others: ['limit-not-a-number'],
    })
    expect(saved).toContain('# retry-after-form: not observed (unsafe here')
    expect(saved).toContain("limit-not-a-number: 'other' # limit=abc: a page of 1")
    expect(stdout).toMatch(/limit-not-a-number +other: limit=abc: a page of 1/)
    const [last] = stdout.split('\n').slice(-2)
    expect(last?.replaceAll(file, 'F')).toBe(
      `saved to F: the variants of ${Object.keys(choices).length} of ${choosable.length} open points. Start a mock with them: petstore mock --choices F`,
    )
  })

  test.for([
    [
      'list-order: oldest',
      '--fail-on-changed-choices',
      1,
      /^not as before: .* 1 open point changed since the choices were saved; /m,
    ],
    [
      'list-order: oldest',
      '',
      0,
      /^conformant as far as verified: .* 1 open point changed since the choices were saved; /m,
    ],
    [
      'list-order: other',
      '--fail-on-changed-choices',
      1,
      / 1 open point changed since the choices were saved; /m,
    ],
    [
      'list-order: newest\nlimit-not-a-number: other',
      '--fail-on-changed-choices',
      0,
      /of the document verified\); \d+ requests/,
    ],
  ] as const)('where the file says %s: %s', async ([before, flag, exitCode, says]) => {
    const files = { 'before.yaml': before }
    const { code, stdout } = await check(`--expect-choices before.yaml ${flag}`, { files })
    expect(stdout).toMatch(says)
    expect(code).toBe(exitCode)
  })

  test('are none with --only, which the line on their file says, and the file stays', async () => {
    const file = join(folder, 'choices.yaml')
    await writeFile(file, 'list-order: newest\n')
    const { stdout } = await check(`--only LIST-4 --save-choices ${file}`)
    const [last] = stdout.split('\n').slice(-2)
    expect(last).toBe(`nothing saved to ${file}: this run has observed no open point`)
    expect(await readFile(file, 'utf8')).toBe('list-order: newest\n')
  })

  test('that an earlier run of the same service has observed, and this one has not, stay in the file', async () => {
    const file = join(folder, 'choices.yaml')
    await using server = await serve(otherService({ now: Date.now }).service)
    const earlier = `# How ${server.baseUrl} settles what its document leaves open.
list-order: 'oldest'
retry-after-form: 'http-date' # by one of them
`
    const { stdout } = await contract(`${server.baseUrl} --save-choices ${file}`, {
      files: { [file]: earlier },
    })
    expect(stdout).toMatch(
      / open points, 1 of them as an earlier run observed them\. Start a mock with them: /,
    )
    const saved = await readFile(file, 'utf8')
    expect(saved).toContain("\nlist-order: 'newest'\n")
    expect(saved).toContain("\nretry-after-form: 'http-date' # by one of them\n")
  })

  test('that the file had of another service, and this run has not observed, are counted', async () => {
    const file = join(folder, 'choices.yaml')
    const files = { [file]: 'list-order: oldest\nretry-after-form: http-date\nban: other\n' }
    const { stdout } = await check(`--save-choices ${file}`, { files })
    expect(stdout).toMatch(/ open points, without 2 that the file had before\. Start a mock with them: /)
  })

  test.for(['list-ordr: oldest', '<<<<<<< HEAD\nlist-order: oldest'])(
    'are not saved over a file that is none of choices: %s',
    async (text) => {
      const file = join(folder, 'choices.yaml')
      const line = await refused(`http://127.0.0.1:1/v1 --save-choices ${file}`, { files: { [file]: text } })
      expect(line).toMatch(/\. --save-choices would replace the file: remove it, or name another one\.\n$/)
    },
  )

  test('cannot be compared without a file', async () => {
    const line = await refused('http://127.0.0.1:1/v1 --fail-on-changed-choices')
    expect(line).toContain(
      '--fail-on-changed-choices needs the choices to compare with: add --expect-choices FILE',
    )
  })

  test('of an earlier version are refused with their replacement', async () => {
    const files = { 'before.yaml': 'name-bounds: 1-to-80\n' }
    const line = await refused('http://127.0.0.1:1/v1 --expect-choices before.yaml', { files })
    expect(line).toContain(
      'before.yaml: The open point "name-bounds" is several now: choose shortest-name, longest-name instead',
    )
  })

  test('that are not lawful are refused', async () => {
    const files = { 'before.yaml': 'list-order: up\n' }
    const line = await refused('http://127.0.0.1:1/v1 --expect-choices before.yaml', { files })
    expect(line).toContain('"up" is no lawful variant of list-order')
  })
})
