import { clause } from '../clause.ts'
import { expectPet } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { NotVerified } from '../not-verified.ts'
import { added, addedPet, get } from '../probes.ts'

const BEYOND_DOUBLES = 9007199254740993n

clause('PET-2', '', ['writes'], async (run) => {
  const first = await addedPet(run, { status: 'available' })
  const second = await addedPet(run, { status: 'pending' })
  const exchange = await added(run, { status: 'pending' })
  expectThat(first.id !== second.id, `another id than ${first.id}`, 'the same', exchange)
})

clause('PET-4', 'a categoryId beyond 2^53 comes back digit for digit', ['writes'], async (run) => {
  const created = await added(run, { categoryId: BEYOND_DOUBLES })
  if (created.status === 400) throw new NotVerified('precondition missing', 'a category of that number')
  const pet = expectPet(run, created, 201)
  expectThat(pet.categoryId === BEYOND_DOUBLES, `categoryId ${BEYOND_DOUBLES}`, `${pet.categoryId}`, created)
  const read = await run.session.share(get(pet.id))
  if (read.status !== 200) throw new NotVerified('precondition missing', 'an animal that can be read (GET-1)')
  const { categoryId } = expectPet(run, read)
  expectThat(categoryId === BEYOND_DOUBLES, `categoryId ${BEYOND_DOUBLES}`, `${categoryId}`, read)
})
