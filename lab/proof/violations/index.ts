import { auth } from './auth.ts'
import { ban } from './ban.ts'
import { base } from './base.ts'
import { careless } from './careless.ts'
import { create } from './create.ts'
import { crowded } from './crowded.ts'
import { deprecation } from './deprecation.ts'
import { betweenReplies } from './between-replies.ts'
import { error } from './error.ts'
import { get } from './get.ts'
import { kept } from './kept.ts'
import { limit } from './limit.ts'
import { list } from './list.ts'
import { overTheLimit } from './over-the-limit.ts'
import { pet } from './pet.ts'
import { rare } from './rare.ts'
import { standards } from './standards.ts'
import type { Violation } from './service.ts'

/** All violations, by the areas of the document, what becomes of pets once they are there, and at the end those that happen now and then, and those of standards. */
export const violations: readonly Violation[] = [
  ...base,
  ...pet,
  ...list,
  ...create,
  ...get,
  ...kept,
  ...auth,
  ...error,
  ...limit,
  ...overTheLimit,
  ...ban,
  ...deprecation,
  ...crowded,
  ...careless,
  ...betweenReplies,
  ...rare,
  ...standards,
]
