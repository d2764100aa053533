import { useEffect, useState } from 'preact/hooks'

/** Whether the page is dark, for canvases, which do not follow CSS. */
export function useDarkness(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isDark, setDark] = useState(query.matches)
  useEffect(() => {
    const listen = (): void => {
      setDark(query.matches)
    }
    query.addEventListener('change', listen)
    return () => {
      query.removeEventListener('change', listen)
    }
  }, [query])
  return isDark
}

/** The height of the window, in pixels. */
export function useWindowHeight(): number {
  const [height, setHeight] = useState(innerHeight)
  useEffect(() => {
    const listen = (): void => {
      setHeight(innerHeight)
    }
    addEventListener('resize', listen)
    return () => {
      removeEventListener('resize', listen)
    }
  }, [])
  return height
}
