import { useEffect, useState } from 'preact/hooks'
import { siteRoot } from '../state/address.ts'
import { useRoom } from './use-room.ts'

/** Says that the mock is in this browser, where it is, and what of it could not be kept. */
export function InBrowser() {
  const isOpen = useRoom().connection.value === 'open'
  const [root] = useState(siteRoot)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (root && isOpen) void readProblem(root).then(setProblem)
  }, [root, isOpen])
  if (!root) return null
  return (
    <aside class="in-browser" aria-label="Where this mock is">
      <p>
        This mock runs in your browser, offline too. Pages below <code>{root.href}</code> reach it, and
        nothing else does. <a href={root.href}>More</a>
      </p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </aside>
  )
}

async function readProblem(root: URL): Promise<string | undefined> {
  try {
    const reply = await fetch(new URL('state.json', root))
    // The worker is of the same build.
    return ((await reply.json()) as { readonly problem?: string }).problem
  } catch {
    // That the worker is gone is told already.
    return undefined
  }
}
