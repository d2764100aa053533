import { expect } from 'vitest'
import type { Petstore } from './petstore.ts'

/** Asks for a pet again and again until the work is done; resolves with the milliseconds that the longest reply took. */
export async function longestReplyDuring(petstore: Petstore, work: Promise<unknown>): Promise<number> {
  const done = new AbortController()
  const ended = work.finally(() => {
    done.abort()
  })
  let longest = 0
  while (!done.signal.aborted) {
    const before = performance.now()
    expect((await petstore.client().list('?limit=1')).status).toBe(200)
    longest = Math.max(longest, performance.now() - before)
    await new Promise((resume) => setTimeout(resume, 2))
  }
  await ended
  return Math.round(longest)
}

/** The length of a body, which is dropped as it comes: to put 100 MB together would delay the replies that are timed. */
export async function lengthOf(reply: Response): Promise<number> {
  const reader = (reply.body as ReadableStream<Uint8Array> | null)?.getReader()
  let length = 0
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    length += part.value.length
  return length
}
