import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface Opening {
  readonly isOpen: boolean
  readonly toggle: () => void
  /** The element that opens. */
  readonly place: RefObject<HTMLLIElement | null>
}

/** A line that opens and closes. It keeps its place in the window, whatever grows with it, and shows what it has opened. */
export function useOpening(): Opening {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLLIElement>(null)
  const top = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    const { current: line } = place
    if (!line || top.current === undefined) return
    line.scrollIntoView({ block: 'nearest' })
    scrollBy(0, line.getBoundingClientRect().top - top.current)
    line.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const toggle = (): void => {
    top.current = place.current?.getBoundingClientRect().top
    setOpen(!isOpen)
  }
  return { isOpen, toggle, place }
}
