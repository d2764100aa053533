import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'

/** The folders of the house, each with those that it may not import: the arrows of ARCHITECTURE.md. */
const arrows = {
  'spec/**': ['**/fixtures/**', '**/mock/**', '**/contract-tests/**'],
  'fixtures/**': ['**/mock/**', '**/contract-tests/**'],
  'mock/core/**': [
    'node:*',
    'express',
    '**/stores/**',
    '**/http/**',
    '**/control/**',
    '**/cli/**',
    '**/contract-tests/**',
  ],
  'mock/scenarios/**': [
    'node:*',
    'express',
    '**/stores/**',
    '**/http/**',
    '**/control/**',
    '**/cli/**',
    '**/contract-tests/**',
  ],
  'mock/edge/**': [
    'node:*',
    'express',
    '**/scenarios/**',
    '**/stores/**',
    '**/http/**',
    '**/control/**',
    '**/cli/**',
    '**/contract-tests/**',
  ],
  'mock/stores/**': ['**/http/**', '**/control/**', '**/cli/**', '**/contract-tests/**'],
  'mock/http/**': ['**/cli/**', '**/contract-tests/**'],
  'mock/control/**': ['**/cli/**', '**/contract-tests/**'],
  'mock/control/room/**': [
    'node:*',
    'express',
    '**/stores/**',
    '**/http/**',
    '**/cli/**',
    '**/contract-tests/**',
  ],
  'contract-tests/**': ['**/mock/core/**'],
}

const tests = '**/*.test.ts'

export default defineConfig(
  globalIgnores(['dist/', 'bench/node_modules/', 'bench/peers/', '**/generated/', '**/built/']),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  ...Object.entries(arrows).map(([folder, forbidden]) => ({
    files: [folder],
    ignores: [tests],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group: forbidden }] }] },
  })),
  {
    files: ['mock/core/**'],
    ignores: [tests],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time from the clock of the world.' },
        { object: 'Math', property: 'random', message: 'Take a seeded generator.' },
      ],
      'no-restricted-globals': [
        'error',
        'process',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'Buffer',
        'fetch',
      ],
    },
  },
  {
    files: ['mock/edge/**'],
    ignores: [tests],
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer'] },
  },
  {
    files: ['spec/**', 'fixtures/**', 'mock/**', 'contract-tests/**'],
    ignores: [tests],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name=/^(argv|env)$/]",
          message: 'Only cli/ reads the command line and the environment.',
        },
      ],
    },
  },
)
