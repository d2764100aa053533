import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lengthOf, longestReplyDuring } from './longest-reply.ts'
import { Petstore, times } from './petstore.ts'

test('A large world with --save, asked for its snapshot too: requests are answered meanwhile, and the file outlives SIGKILL in the middle of a save', async ({
  task,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-save-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'world.json')
  const pets = times(1_999_000)
  const size = ['--memory', String(Math.max(100, times(2800))), '--limits', 'off']
  await using petstore = await Petstore.start([...size, '--pets', String(pets), '--save', file], {
    isTimed: true,
  })
  const savedAt = (): Promise<number> =>
    stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const saved = async (after: number): Promise<void> => {
    await expect.poll(savedAt, { timeout: 60_000 }).toBeGreaterThan(after)
  }
  const savedTwice = async (): Promise<void> => {
    await petstore.client().create()
    await saved(0)
    await petstore.client().create()
    await saved(await savedAt())
  }
  // Loads the control API, as the first request for it does.
  await petstore.world.read()
  await petstore.longestTurn()
  const saving = await longestReplyDuring(petstore, savedTwice())
  const turn = await petstore.longestTurn()
  const snapshot = async (): Promise<void> => {
    const reply = await fetch(`${petstore.origin}/_mock/worlds/default/snapshot`)
    expect(await lengthOf(reply)).toBeGreaterThan(pets * 50)
  }
  const asking = await longestReplyDuring(petstore, snapshot())
  const askingTurn = await petstore.longestTurn()
  expect([turn, askingTurn].filter((longest) => longest >= 100)).toEqual([])
  // Before, a save stopped 200,000 pets for 0.7 s, and 2,000,000 for 6 s.
  expect([saving, asking].filter((longest) => longest > 500)).toEqual([])
  await petstore.client().create()
  await expect.poll(() => leftovers(folder), { interval: 1 }).toBe(1)
  petstore.process.kill('SIGKILL')
  await petstore.process.exitCode
  await using again = await Petstore.start([...size, '--world', file, '--save', file])
  expect(await leftovers(folder)).toBe(0)
  expect((await again.world.read()).pets).toBeGreaterThanOrEqual(pets + 2)
  const { size: bytes } = await stat(file)
  task.meta.figures = `${pets.toLocaleString('en')} pets, ${Math.round(bytes / 1e6)} MB; the longest reply took ${saving} ms (${turn} ms of processor time), with a snapshot ${asking} ms (${askingTurn} ms)`
})

async function leftovers(folder: string): Promise<number> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tmp')).length
}
