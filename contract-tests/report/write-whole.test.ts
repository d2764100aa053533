import { execFile, execFileSync } from 'node:child_process'
import {
  chmod,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  checkWritable,
  removeUnfinished,
  removeWritten,
  whyNotWritten,
  writeWhole,
  type FileSystem,
  type Output,
} from './write-whole.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const inFolder = (...names: readonly string[]): string => join(folder, ...names)
const failure = (code: string): Error => Object.assign(new Error(code), { code })

test('missing folders are created, and an old file is replaced with its permissions preserved', async () => {
  const path = inFolder('a', 'b', 'report.txt')
  expect(await writeWhole(path, 'a longer text')).toBe(true)
  await chmod(path, 0o600)
  expect(await writeWhole(path, 'short')).toBe(false)
  expect(await readFile(path, 'utf8')).toBe('short')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(inFolder('a', 'b'))).toEqual(['report.txt'])
})

test('what surely cannot be written is known beforehand, and nothing is created or changed', async () => {
  const old = inFolder('old.txt')
  await writeFile(old, 'old')
  const why = async (path: string, refused: readonly string[] = []): Promise<string> => {
    const mayUse = (used: unknown): Promise<void> =>
      refused.includes(String(used)) ? Promise.reject(failure('EACCES')) : Promise.resolve()
    return checkWritable(path, mayUse).then(() => 'writable', whyNotWritten)
  }
  expect([
    await why(old),
    await why(inFolder('a', 'b', 'new.txt')),
    await why(folder),
    await why(join(old, 'a', 'new.txt')),
    await why(inFolder('a', 'new.txt'), [folder]),
    await why(old, [folder]),
    await why(old, [old]),
    await why(old, [old, folder]),
  ]).toEqual([
    'writable',
    'writable',
    'it is a folder',
    'a part of its path is a file, not a folder',
    'this is not allowed here',
    'writable',
    'writable',
    'this is not allowed here',
  ])
  expect([await readdir(folder), await readFile(old, 'utf8')]).toEqual([['old.txt'], 'old'])
})

test('two files may make their folder at once', async () => {
  const made = await Promise.all(['one', 'two'].map((name) => writeWhole(inFolder('a', 'b', name), name)))
  expect(made).toContain(true)
  expect(await readdir(inFolder('a', 'b'))).toEqual(['one', 'two'])
})

test.runIf(process.platform === 'linux')('a folder that nothing can be made in is refused', async () => {
  const refused = await writeWhole('/proc/no/such/report.txt', 'text').catch((error: unknown) => error)
  expect(whyNotWritten(refused)).toBe('there is no such folder, and none can be made there')
})

test('a text in pieces is written whole, and other work runs between two pieces', async () => {
  const path = inFolder('report.txt')
  const seen: string[] = []
  const pieces = function* (): Generator<string> {
    for (const piece of ['one', 'two', 'three']) {
      setImmediate(() => seen.push(piece))
      yield piece
    }
  }
  await writeWhole(path, { [Symbol.iterator]: pieces })
  expect(await readFile(path, 'utf8')).toBe('onetwothree')
  expect(seen).toEqual(['one', 'two', 'three'])
})

/** A disk on which the beginning of each text finds room. */
const full: FileSystem = {
  rename,
  writeFile: async (path, data, options) => {
    await writeFile(path, typeof data === 'string' ? data.slice(0, 3) : data, options)
    throw failure('ENOSPC')
  },
}

test.for([
  ['the old one where there is one', 'old', ['report.txt']],
  ['nothing where there was none', undefined, []],
] as const)('a disk that is full leaves %s', async ([_what, old, left]) => {
  const path = inFolder('report.txt')
  if (old !== undefined) await writeFile(path, old)
  await expect(writeWhole(path, 'a new report', full)).rejects.toThrow('ENOSPC')
  expect(await readdir(folder)).toEqual(left)
  if (old !== undefined) expect(await readFile(path, 'utf8')).toBe(old)
})

/** Leaves what a process with that number leaves of a file when it is killed; resolves with its name. */
async function leave(path: string, pid: number): Promise<string> {
  let beside = ''
  const stay: FileSystem['rename'] = (from) => {
    beside = String(from)
    return Promise.resolve()
  }
  await writeWhole(path, 'half', { writeFile, rename: stay })
  const left = beside.replace(`-${process.pid}-`, `-${pid}-`)
  await rename(beside, left)
  return basename(left)
}

test('what a killed process has left of a file is removed, and nothing of other files or running processes', async () => {
  const path = inFolder('world.json')
  // The highest number that Linux gives is 4,194,304.
  await leave(path, 999_999_999)
  await leave(path, process.pid)
  const running = await leave(path, process.ppid)
  const other = await leave(inFolder('other.json'), 999_999_999)
  await removeUnfinished(path)
  expect(await readdir(folder)).toEqual([running, other].toSorted())
  await removeUnfinished(inFolder('no', 'folder', 'world.json'))
})

test('a link still points to its file, which may be in another folder or not exist yet', async () => {
  await mkdir(inFolder('elsewhere'))
  await symlink('elsewhere/report.txt', inFolder('link'))
  for (const text of ['first', 'second']) {
    await writeWhole(inFolder('link'), text)
    expect(await readFile(inFolder('elsewhere', 'report.txt'), 'utf8')).toBe(text)
  }
  expect(await readlink(inFolder('link'))).toBe('elsewhere/report.txt')
})

test('what a link leads to is never half written, also where it is not there yet', async () => {
  await mkdir(inFolder('elsewhere'))
  await symlink('elsewhere/report.txt', inFolder('to'))
  await symlink('to', inFolder('link'))
  await expect(writeWhole(inFolder('link'), 'a new report', full)).rejects.toThrow('ENOSPC')
  expect([await readdir(folder), await readdir(inFolder('elsewhere'))]).toEqual([
    ['elsewhere', 'link', 'to'],
    [],
  ])
  await writeWhole(inFolder('link'), 'a new report')
  expect(await readFile(inFolder('elsewhere', 'report.txt'), 'utf8')).toBe('a new report')
  expect(await readlink(inFolder('link'))).toBe('to')
})

test('the folder is made that a link leads into', async () => {
  const link = inFolder('link')
  await symlink(inFolder('new', 'deep', 'file'), link)
  expect(await writeWhole(link, 'text')).toBe(true)
  expect(await readFile(inFolder('new', 'deep', 'file'), 'utf8')).toBe('text')
})

test('a link to itself is replaced', async () => {
  await symlink('link', inFolder('link'))
  await writeWhole(inFolder('link'), 'text')
  expect(await readFile(inFolder('link'), 'utf8')).toBe('text')
})

test.for(['EACCES', 'EROFS', 'EBUSY', 'EXDEV'])(
  'a file that cannot be replaced (%s) is written into, unless it is kept',
  async (code) => {
    const path = inFolder('report.txt')
    await writeFile(path, 'old')
    const { ino } = await stat(path)
    await writeWhole(path, 'new', { writeFile, rename: () => Promise.reject(failure(code)) })
    expect([await readFile(path, 'utf8'), (await stat(path)).ino]).toEqual(['new', ino])
    expect(await readdir(folder)).toEqual(['report.txt'])
    const kept = { rename: () => Promise.reject(failure(code)), isKept: true }
    await expect(writeWhole(path, 'newer', kept)).rejects.toThrow('nothing can be put beside the file')
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['report.txt'])
  },
)

test('a special file is written to, not replaced', async () => {
  const pipe = inFolder('pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readFile(pipe, 'utf8'), writeWhole(pipe, 'through')])
  expect(read).toBe('through')
  await expect(writeWhole('/dev/full', 'text')).rejects.toThrow('ENOSPC')
  expect((await stat('/dev/full')).isCharacterDevice()).toBe(true)
})

test('a pipe that nobody reads is refused, and not waited for', async () => {
  const pipe = inFolder('pipe')
  execFileSync('mkfifo', [pipe])
  const script = `import { writeWhole } from ${JSON.stringify(join(import.meta.dirname, 'write-whole.ts'))}
    await writeWhole(${JSON.stringify(pipe)}, 'text').catch((error) => console.log(error.message))`
  // A process, for a thread that waits in vain would hold the tests up.
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
  expect(stdout).toBe('it is a pipe that nobody reads\n')
})

test('a pipe that is not read to its end is waited for until that takes too long', async () => {
  const path = inFolder('pipe')
  execFileSync('mkfifo', [path])
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const unread = new AbortController()
  function* pieces(): Iterable<string> {
    yield 'written'
    setImmediate(() => {
      unread.abort()
    })
    yield 'more than it takes'.repeat(100_000)
  }
  const writing = writeWhole(path, pieces(), { unread: unread.signal })
  await expect(writing).rejects.toThrow('it is a pipe that nobody reads')
  const { buffer } = await reader.read(Buffer.alloc(7))
  expect(buffer.toString()).toBe('written')
  await reader.close()
})

test('our own output is waited for until that takes too long', async () => {
  const unread = new AbortController()
  const outputs = [{ write: () => undefined }, { write: () => undefined }] as const
  const writing = writeWhole('/dev/stdout', 'text', { outputs, unread: unread.signal })
  unread.abort()
  await expect(writing).rejects.toThrow('it is a pipe that nobody reads')
})

test('what goes to our own output is printed there, and is rejected as that rejects it', async () => {
  const printed: string[] = []
  const output = (error?: Error): Output => ({
    write: (text, done) => {
      printed.push(text)
      done(error)
    },
  })
  await writeWhole('/dev/stdout', ['one', 'two'], { outputs: [output(), output()] })
  expect(printed).toEqual(['one', 'two'])
  const refused = writeWhole('/dev/stdout', 'three', { outputs: [output(failure('EPIPE')), output()] })
  await expect(refused).rejects.toThrow('EPIPE')
})

test('a file is removed without the links to it, and what is no plain file stays', async () => {
  await mkdir(inFolder('elsewhere'))
  await symlink('elsewhere/report.txt', inFolder('link'))
  await writeWhole(inFolder('link'), 'old')
  execFileSync('mkfifo', [inFolder('pipe')])
  for (const name of ['link', 'pipe', 'elsewhere', 'missing']) await removeWritten(inFolder(name))
  expect(await readdir(inFolder('elsewhere'))).toEqual([])
  expect((await readdir(folder)).toSorted()).toEqual(['elsewhere', 'link', 'pipe'])
})

test('a file that may not be removed is emptied', async () => {
  await writeFile(inFolder('report.txt'), 'old')
  await removeWritten(inFolder('report.txt'), () => Promise.reject(failure('EACCES')))
  expect(await readFile(inFolder('report.txt'), 'utf8')).toBe('')
})

test('what an open descriptor leads to is written into, and never removed', async () => {
  const path = inFolder('report.txt')
  const opened = await open(path, 'w')
  try {
    await symlink(`/dev/fd/${opened.fd}`, inFolder('link'))
    for (const way of [`/dev/fd/${opened.fd}`, `/proc/self/fd/${opened.fd}`, inFolder('link')]) {
      await writeWhole(way, 'a longer text')
      await removeWritten(way)
      await writeWhole(way, way)
      expect(await readFile(path, 'utf8')).toBe(way)
    }
    expect((await readdir(folder)).toSorted()).toEqual(['link', 'report.txt'])
    expect((await opened.stat()).ino).toBe((await stat(path)).ino)
  } finally {
    await opened.close()
  }
})
