import { expect, test } from 'vitest'
import { errorWithCode, memoryFiles } from '../testing/manual-environment.ts'
import { Sources } from './sources.ts'

test.for([
  ['.', 'EISDIR', '/project is a folder, not a file'],
  ['..', 'EISDIR', '/ is a folder, not a file'],
  ['pets', 'EISDIR', 'pets is a folder, not a file'],
  [
    'pets',
    'EMFILE',
    'pets cannot be read: this process may open no more files. Raise its limit, as with ulimit -n 1024',
  ],
  ['pets', 'EIO', 'pets cannot be read (EIO)'],
] as const)('%s that gives %s is named, with the reason', async ([name, code, message]) => {
  const sources = new Sources(memoryFiles(new Map([[name, errorWithCode(code)]])))
  await expect(sources.read(sources.resolve(name))).rejects.toThrow(message)
  const reading = sources.readParts(sources.resolve(name)).next()
  await expect(reading).rejects.toThrow(message)
})
