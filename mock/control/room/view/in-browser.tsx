import { useEffect, useState } from 'preact/hooks'
import { siteRoot } from '../state/address.ts'
import { useRoom } from './use-room.ts'

/** Says that the mock runs in this browser, at which address, and whether its state could not be saved. */
export function InBrowser() {
  const isOpen = useRoom().connection.value === 'open'
  const [root] = useState(siteRoot)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (root && isOpen) void readProblem(root).then(setProblem)
  }, [root, isOpen])
  if (!root) return null
  return (
    <aside class="in-browser" aria-label="Where this mock runs">
      <p>
        This mock runs in your browser and works offline. Only pages below <code>{root.href}</code> can reach
        it. <a href={root.href}>More</a>
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
    // The page reports a lost connection elsewhere.
    return undefined
  }
}
