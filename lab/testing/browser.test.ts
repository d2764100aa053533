import { expect, it } from 'vitest'
import { wantsBrowser } from './browser.ts'

it.each<[string, Record<string, string>, string, boolean, number]>([
  ['a browser', {}, '/', true, 0],
  ['no browser', {}, '/nowhere', false, 1],
  ['an empty CI', { CI: '' }, '/nowhere', false, 1],
  ['no browser in CI', { CI: 'true' }, '/nowhere', true, 0],
])('with %s', (_what, env, path, wants, warnings) => {
  const lines: string[] = []
  expect(wantsBrowser('the page', env, (line) => lines.push(line), [path])).toBe(wants)
  expect(lines.filter((line) => line.startsWith('SKIPPED: the page '))).toHaveLength(warnings)
})
