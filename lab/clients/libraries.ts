import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stated } from './contenders.ts'
import type { Runnable } from './installed.ts'

/** The clients of programs/client.mjs, each with its package. */
const packages: Readonly<Record<string, Stated & { readonly of: string }>> = {
  'axios-retry': { of: 'axios-retry', waitsFor: 'both' },
  'axios-retry, linearDelay': { of: 'axios-retry', waitsFor: 'both' },
  'axios, own linear delay': { of: 'axios', waitsFor: 'neither' },
  'retry-axios': { of: 'retry-axios', waitsFor: 'both' },
  got: { of: 'got', waitsFor: 'both' },
  ky: { of: 'ky', waitsFor: 'both' },
  bottleneck: { of: 'bottleneck', waitsFor: 'both' },
  'undici RetryAgent': { of: 'undici', waitsFor: 'both' },
  'OpenAI SDK': { of: 'openai', waitsFor: 'both' },
  'make-fetch-happen': { of: 'make-fetch-happen', waitsFor: 'neither' },
  'p-retry': { of: 'p-retry', waitsFor: 'neither' },
  'fetch-retry': { of: 'fetch-retry', waitsFor: 'neither' },
  'TanStack Query': { of: '@tanstack/query-core', waitsFor: 'neither' },
  ofetch: { of: 'ofetch', waitsFor: 'neither' },
  superagent: { of: 'superagent', waitsFor: 'neither' },
  wretch: { of: 'wretch', waitsFor: 'neither' },
  // It waits for X-RateLimit-Reset.
  'octokit throttling': { of: '@octokit/plugin-throttling', waitsFor: 'both' },
  'octokit retry': { of: '@octokit/plugin-retry', waitsFor: 'neither' },
  gaxios: { of: 'gaxios', waitsFor: 'neither' },
  'up-fetch': { of: 'up-fetch', waitsFor: 'neither' },
  xior: { of: 'xior', waitsFor: 'neither' },
  'openapi-fetch, over ky': { of: 'openapi-fetch', waitsFor: 'both' },
  'Azure REST pipeline': { of: '@azure/core-rest-pipeline', waitsFor: 'both' },
  'Effect, retryTransient': { of: 'effect', waitsFor: 'both' },
  'Redux Toolkit Query, retry': { of: '@reduxjs/toolkit', waitsFor: 'neither' },
  cockatiel: { of: 'cockatiel', waitsFor: 'neither' },
  'async-retry': { of: 'async-retry', waitsFor: 'neither' },
  'exponential-backoff': { of: 'exponential-backoff', waitsFor: 'neither' },
  // "NOTE: doesn't support http-date format", says its source.
  '@vercel/fetch-retry': { of: '@vercel/fetch-retry', waitsFor: 'seconds' },
}

/** By name, the libraries of npm. */
export function libraries(): Readonly<Record<string, Runnable>> {
  const entries = Object.entries(packages).map(([name, { of, waitsFor }]): [string, Runnable] => [
    name,
    {
      version: `${of} ${readVersion(of)}`,
      waitsFor,
      command: (manner) => [process.execPath, 'client.mjs', name, manner],
      lacks: undefined,
    },
  ])
  return Object.fromEntries(entries)
}

function readVersion(library: string): string {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'node_modules', library, 'package.json'), 'utf8'),
  ) as { version: string }
  return version
}
