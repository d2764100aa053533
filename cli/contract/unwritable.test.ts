import { expect, test } from 'vitest'
import { check } from '../testing/contract.ts'

test.for([
  [
    'a report below a file',
    `--report html=${import.meta.filename}/x.html`,
    'x.html: a part of its path is a file, not a folder. Name another file.',
  ],
  ['a report that is a folder', `--report json=${import.meta.dirname}`, 'it is a folder. Name another file.'],
  [
    'choices below a file',
    `--save-choices ${import.meta.filename}/deep/x.yaml`,
    'x.yaml cannot be written: a part of its path is a file, not a folder',
  ],
] as const)('%s is refused before anything is sent', async ([, flags, says]) => {
  const { code, stderr, requests } = await check(flags)
  expect({ code, requests }).toEqual({ code: 2, requests: [] })
  expect(stderr).toContain(says)
})
