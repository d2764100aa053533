import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OF_NPM } from './taken-by-npm.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('the README lists the flags of which npm does not show that it took them', () => {
  const [, listed = ''] =
    /the command says so, except for ([^,]*(?:, [^,]*)*), which mean something to npm/.exec(readme) ?? []
  expect(listed.match(/--[a-z-]+/g)).toEqual(OF_NPM)
})
