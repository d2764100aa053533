import { atOnce } from './at-once.ts'
import { auth } from './auth.ts'
import { ban } from './ban.ts'
import { base } from './base.ts'
import { careless } from './careless.ts'
import { charges } from './charges.ts'
import { create } from './create.ts'
import { crowded } from './crowded.ts'
import { deprecation } from './deprecation.ts'
import { betweenReplies } from './between-replies.ts'
import { error } from './error.ts'
import { fewPets } from './few-pets.ts'
import { filter } from './filter.ts'
import { get } from './get.ts'
import { headers } from './headers.ts'
import { storedPets } from './stored-pets.ts'
import { limit } from './limit.ts'
import { list } from './list.ts'
import { names } from './names.ts'
import { overTheLimit } from './over-the-limit.ts'
import { pet } from './pet.ts'
import { rare } from './rare.ts'
import { reportedDay } from './reported-day.ts'
import { sequences } from './sequences.ts'
import { standards } from './standards.ts'
import type { Violation } from './service.ts'

/** All violations: by area of the document, then those that happen only now and then, and those of standards. */
export const violations: readonly Violation[] = [
  ...base,
  ...pet,
  ...list,
  ...filter,
  ...create,
  ...names,
  ...get,
  ...storedPets,
  ...auth,
  ...error,
  ...limit,
  ...overTheLimit,
  ...reportedDay,
  ...headers,
  ...charges,
  ...ban,
  ...deprecation,
  ...crowded,
  ...fewPets,
  ...careless,
  ...betweenReplies,
  ...atOnce,
  ...sequences,
  ...rare,
  ...standards,
]
