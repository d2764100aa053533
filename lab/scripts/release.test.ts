import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ownVersion } from '../../spec/own-version.ts'

it('documents name the packed file with this version', () => {
  const pages = globSync(['*.md', 'docs/*.md', 'examples/*/package.json']).filter(
    (path) => path !== 'CONTRIBUTING.md',
  )
  const named = pages.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/petstore-mock-(\d[\w.-]*)\.tgz/g)].map(([, version]) => ({
      path,
      version,
    })),
  )
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter(({ version }) => version !== ownVersion())).toEqual([])
})

it('the changelog has an entry for this version', () => {
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${ownVersion()} `)
})

it('the build of the container gets the scripts that it runs', () => {
  const given = readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)
  const run = readFileSync('Containerfile', 'utf8').matchAll(/RUN node ([\w/]+)\/[\w-]+\.ts/g)
  expect(Array.from(given, ([, name]) => name)).toEqual(
    expect.arrayContaining(Array.from(run, ([, name]) => name)),
  )
})
