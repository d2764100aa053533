import { expect, test } from 'vitest'
import { asTyped, installed, launcherOf } from './launcher.ts'

const NPM = { npm_package_name: 'petstore-mock' }

test.for([
  ['/p/cli/index.ts', '/p/cli/start.mjs', NPM, 'npm start', 'npm run contract -- --list'],
  [
    '/p/petstore-mock/cli/index.ts',
    '/p/petstore-mock/cli/index.ts',
    { GITHUB_ACTION_PATH: '/p/./petstore-mock' },
    'npm start',
    'npm run contract -- --list',
  ],
  [
    '/p/petstore-mock/cli/index.ts',
    '/p/petstore-mock/cli/index.ts',
    { GITHUB_ACTION_PATH: '/p/other-action' },
    'node petstore-mock/cli/index.ts mock',
    'node petstore-mock/cli/index.ts contract --list',
  ],
  ['/p/cli/index.ts', '/p/cli/index.ts', {}, 'node cli/index.ts mock', 'node cli/index.ts contract --list'],
  [
    '/p/my files/petstore.mjs',
    '',
    {},
    'node "my files/petstore.mjs" mock',
    'node "my files/petstore.mjs" contract --list',
  ],
  [
    '/x/dist/cli/index.js',
    '/p/node_modules/.bin/petstore',
    NPM,
    'npx petstore mock',
    'npx petstore contract --list',
  ],
  ['/x/dist/cli/index.js', '/usr/bin/petstore', {}, 'petstore mock', 'petstore contract --list'],
] as const)('%s, run as "%s"', ([file, script, variables, mock, list]) => {
  const launch = launcherOf({ file, script, folder: '/p', variables })
  expect([launch('mock'), launch('contract --list')]).toEqual([mock, list])
})

test('a clone has scripts for some commands, and npx for the others', () => {
  const launch = launcherOf({ file: '/p/cli/index.ts', script: '', folder: '/p', variables: NPM })
  const text = [
    'demo rate-limit --speed 20',
    'demo [options] [command]',
    'proxy https://a.test/v1',
    'judge a.har',
    'clone',
  ].map((command) => `  petstore ${command}\n`)
  expect(asTyped(text.join(''), launch).split('\n')).toEqual([
    '  npm run demo -- --speed 20',
    '  npx node cli/index.ts demo [options] [command]',
    '  npm run proxy -- https://a.test/v1',
    '  npx node cli/index.ts judge a.har',
    '  npx node cli/index.ts clone',
    '',
  ])
  expect(asTyped(text.join(''), installed)).toBe(text.join(''))
})
