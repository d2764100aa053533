import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesFrom } from '../environment/environment.ts'
import { runInProcess } from '../testing/manual-environment.ts'
import { check, refused } from '../testing/contract.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-unwritten-'))
})
afterEach(() => rm(folder, { recursive: true }))

const FORMS = ['junit', 'html', 'json', 'markdown', 'annotations']
const reports = (): string => FORMS.map((form) => `--report ${form}=${join(folder, form)}`).join(' ')

/** Leaves what a good run has written. */
async function runBefore(): Promise<void> {
  for (const name of [...FORMS, 'choices']) await writeFile(join(folder, name), 'conformant')
}

const CLOSED = 'http://127.0.0.1:1/v1'

test.for([
  ['a service that cannot be reached', CLOSED],
  ['a variable that holds no key', `${CLOSED} --api-key-env NO_SUCH_KEY`],
  ['a file that is missing', `${CLOSED} --known no-such-file.yaml`],
  ['a file that cannot be written', `${CLOSED} --report html=${import.meta.filename}/x.html`],
] as const)('%s: no report of an earlier run stays, and the file of JUnit says why', async ([, line]) => {
  await runBefore()
  const why = await refused(`${line} ${reports()} --save-choices ${join(folder, 'choices')}`)
  expect((await readdir(folder)).toSorted()).toEqual(['choices', 'junit'])
  expect(await readFile(join(folder, 'junit'), 'utf8')).toContain(`message="${why.trim()}"`)
  // A mock may start with it, or a run compare with it.
  expect(await readFile(join(folder, 'choices'), 'utf8')).toBe('conformant')
})

test('a recording that cannot be read leaves no report of an earlier one', async () => {
  await runBefore()
  const running = runInProcess(`judge no-such-file.har ${reports()}`)
  expect(await running.exitCode).toBe(2)
  expect((await readdir(folder)).toSorted()).toEqual(['choices', 'junit'])
  expect(await readFile(join(folder, 'junit'), 'utf8')).toContain('no-such-file.har')
})

test('a report has the permissions of the one before it', async () => {
  await runBefore()
  for (const name of FORMS) await chmod(join(folder, name), 0o600)
  expect((await check(`--only LIST-1 ${reports()}`)).code).toBe(0)
  const modes = FORMS.map(async (name) => (await stat(join(folder, name))).mode & 0o777)
  expect(await Promise.all(modes)).toEqual(FORMS.map(() => 0o600))
  await refused(`${CLOSED} ${reports()}`)
  expect((await stat(join(folder, 'junit'))).mode & 0o777).toBe(0o600)
})

test('choices that cannot be saved take no report away', async () => {
  const { code } = await check(`${reports()} --save-choices /dev/full`)
  expect(code).toBe(2)
  expect((await readdir(folder)).toSorted()).toEqual(FORMS.toSorted())
  expect(await readFile(join(folder, 'junit'), 'utf8')).not.toContain('could not be run')
})

test.for(['--known', '--expect-choices', '--save-choices'])(
  'a report that would go to the file of %s is refused, and the file stays',
  async (flag) => {
    await runBefore()
    const file = join(folder, 'choices')
    const report = relative('.', file)
    expect(await refused(`${CLOSED} ${reports()} ${flag} ${file} --report json=${report}`)).toBe(
      `${flag} and --report json=${report} name one file. Name another file for the report.\n`,
    )
    for (const name of [...FORMS, 'choices'])
      expect(await readFile(join(folder, name), 'utf8')).toBe('conformant')
  },
)

test('choices that would replace the known breaches are refused', async () => {
  const file = join(folder, 'known.yaml')
  await writeFile(file, '[]')
  const line = `contract ${CLOSED} --known ${file} --save-choices /.${file}`
  const running = runInProcess(line, { variables: { PETSTORE_API_KEY: 'a' }, files: filesFrom('/') })
  expect(await running.exitCode).toBe(2)
  expect(running.stderr.text).toBe(
    '--known and --save-choices name one file. Name another file for the choices.\n',
  )
  expect(await readFile(file, 'utf8')).toBe('[]')
})

test.for([
  [
    'of another service',
    '{"log": {"entries": [{"request": {"method": "GET", "url": "http://pets.test/v1/pets"}}]}}',
  ],
  ['cut short', '{"log": {"entries": [{"request"'],
])('a recording %s stays where reports would replace it, and others say why', async ([, text = '']) => {
  await runBefore()
  const file = join(folder, 'json')
  await writeFile(file, text)
  for (const own of [`json=${file}`, `junit=${relative('.', file)}`]) {
    const others = `--report junit=${join(folder, 'junit')} --report html=${join(folder, 'html')}`
    const line = `judge ${file} --base-url http://typo.test/v1 --report ${own} ${others}`
    expect(await runInProcess(line, { files: filesFrom('/') }).exitCode).toBe(2)
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await readFile(join(folder, 'junit'), 'utf8')).toContain('json')
    expect(await readdir(folder)).not.toContain('html')
  }
})

test.for([
  ['an unknown flag', '--onyl LIST', []],
  ['a value of the wrong form', '--max-wait soon', []],
  ['a plan that there is not', '--plan gold', []],
  ['a form of report that there is not', '--report pdf=x', []],
  ['a clause that does not exist', '--only NOPE', ['junit']],
  ['an address that is none', '--second-base-url nope', ['junit']],
  ['flags that do not go together', '--read-only --only CREATE-1', ['junit']],
] as const)('%s: earlier reports stay only where a flag is not understood', async ([, flags, written]) => {
  await runBefore()
  await refused(`${CLOSED} ${flags} ${reports()}`)
  const left = written.length === 0 ? FORMS : written
  expect((await readdir(folder)).toSorted()).toEqual(['choices', ...left].toSorted())
})
