import { petStatuses } from '../../spec/index.ts'
import { clause } from '../clause.ts'
import { expectPets } from '../expect/expect-body.ts'
import { expectLength } from '../expect/expect-length.ts'
import { expectThat } from '../expect/expect-that.ts'
import { list } from '../probes.ts'

const LONGEST_PAGE = list('?limit=100')

clause('LIST-1', '', [], async (run) => {
  expectPets(run, await run.session.share(list()))
})

clause('LIST-2', 'the smallest page', [], async (run) => {
  const { length } = expectPets(run, await run.session.share(LONGEST_PAGE))
  expectLength(run, await run.session.share(list('?limit=1')), Math.min(1, length))
})

clause('LIST-2', 'a page that is longer than the default', [], async (run) => {
  const { length } = expectPets(run, await run.session.share(LONGEST_PAGE))
  expectLength(run, await run.session.share(list('?limit=21')), Math.min(21, length))
})

clause('LIST-3', 'the smallest limit', [], async (run) => {
  expectPets(run, await run.session.share(list('?limit=1')))
})

clause('LIST-3', 'the largest limit', [], async (run) => {
  expectPets(run, await run.session.share(LONGEST_PAGE))
})

clause('LIST-4', '', [], async (run) => {
  const { length } = expectPets(run, await run.session.share(LONGEST_PAGE))
  expectLength(run, await run.session.share(list()), Math.min(20, length))
})

for (const status of petStatuses) {
  clause('LIST-5', `status=${status} lists no animal of another status`, [], async (run) => {
    const page = await run.session.share(list(`?status=${status}&limit=100`))
    const other = expectPets(run, page).find((pet) => pet.status !== status)
    expectThat(
      other === undefined,
      `only ${status} animals`,
      `one that is ${other?.status ?? 'without status'}`,
      page,
    )
  })
}

clause('LIST-5', 'the page is cut after filtering', [], async (run) => {
  const { length } = expectPets(run, await run.session.share(list('?status=available&limit=100')))
  expectLength(run, await run.session.share(list('?status=available&limit=7')), Math.min(7, length))
})
