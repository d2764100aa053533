import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { CommandError } from '../environment/command-error.ts'
import { filesFrom } from '../environment/environment.ts'
import type { Notice } from './log-lines.ts'
import { Sources } from '../environment/sources.ts'
import { reloadOnChange } from './reload.ts'
import { atOnce, ManualTimers, ManualWatch, memoryFiles } from '../testing/manual-environment.ts'

let contents: Map<string, string>
let inForce: string
let notices: Notice[]
let reads: number
let timers: ManualTimers
let manual: ManualWatch
let end: () => Promise<void>

/** A stand-in for the settings: the file `a` may name another file, and may be bad. */
async function read(sources: Sources): Promise<() => string> {
  reads += 1
  const text = await sources.read('/project/a')
  if (text === 'bad') throw new CommandError('a is bad')
  const whole = text.startsWith('see ') ? text + (await sources.read(`/project/${text.slice(4)}`)) : text
  return () => {
    inForce = whole
    return 'well'
  }
}

beforeEach(async () => {
  contents = new Map([['a', 'one']])
  notices = []
  reads = 0
  timers = new ManualTimers()
  manual = new ManualWatch()
  const files = memoryFiles(contents)
  const first = new Sources(files)
  ;(await read(first))()
  end = reloadOnChange(first, {
    files,
    watch: manual.watch,
    after: timers.after,
    notify: (notice) => notices.push(notice),
    read,
  })
})

/** Causes an event of the file system, and waits until it is handled. */
async function settle(): Promise<void> {
  manual.change()
  timers.pass(100)
  await done()
}

/** Waits until the files are read from memory. */
function done(): Promise<void> {
  return new Promise(setImmediate)
}

async function save(text: string): Promise<void> {
  contents.set('a', text)
  await settle()
}

it('applies a good file', async () => {
  await save('two')
  expect(inForce).toBe('two')
  expect(notices).toEqual([{ level: 'info', sentence: 'a reloaded: well' }])
})

it('does not apply a bad file, and reports it once', async () => {
  await save('bad')
  await settle()
  expect(inForce).toBe('one')
  expect(notices).toEqual([{ level: 'warning', sentence: 'a is bad. The old settings still apply' }])
})

it('retains the settings when the file is gone', async () => {
  contents.clear()
  await settle()
  expect(inForce).toBe('one')
  expect(notices[0]?.sentence).toBe('a does not exist. The old settings still apply')
})

it('applies a good file after a bad one', async () => {
  await save('bad')
  await save('three')
  expect(inForce).toBe('three')
  expect(notices).toHaveLength(2)
})

it('does nothing when the content is the same', async () => {
  await settle()
  expect(notices).toEqual([])
})

it('reloads once for several events of one save', async () => {
  contents.set('a', 'two')
  manual.change()
  timers.pass(60)
  manual.change()
  timers.pass(60)
  expect(reads).toBe(1)
  timers.pass(40)
  await done()
  expect(notices).toHaveLength(1)
})

it('watches a file that another file names later', async () => {
  contents.set('b', 'first')
  await save('see b')
  expect(manual.watched).toEqual(['/project/a', '/project/b'])
  contents.set('b', 'second')
  await settle()
  expect(inForce).toBe('see bsecond')
  expect(notices.at(-1)?.sentence).toBe('b reloaded: well')
})

it('applies nothing after its end', async () => {
  contents.set('a', 'two')
  manual.change()
  await end()
  manual.change()
  timers.pass(100)
  expect(manual.isClosed).toBe(true)
  expect(reads).toBe(1)
})

it('of a file that becomes a pipe, says so, retains the settings, and follows it when it is a file again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-reload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'a')
  const files = filesFrom(folder)
  const first = new Sources(files)
  await writeFile(path, 'one')
  await first.read(path)
  const [sentences, watch] = [new Sentences(), new ManualWatch()]
  const read = async (sources: Sources): Promise<() => string> => {
    const text = await sources.read(path)
    return () => text
  }
  const ending = reloadOnChange(first, {
    files,
    watch: watch.watch,
    after: atOnce,
    notify: sentences.notify,
    read,
  })
  await rm(path)
  execFileSync('mkfifo', [path])
  watch.change()
  expect(await sentences.next()).toBe('a is a pipe or a device, not a file. The old settings still apply')
  await rm(path)
  await writeFile(path, 'two')
  watch.change()
  expect(await sentences.next()).toBe('a reloaded: two')
  await ending()
})

/** What a mock says, one after the other. */
class Sentences {
  #next = Promise.withResolvers<string>()

  readonly notify = ({ sentence }: Notice): void => {
    this.#next.resolve(sentence)
  }

  async next(): Promise<string> {
    const sentence = await this.#next.promise
    this.#next = Promise.withResolvers()
    return sentence
  }
}
