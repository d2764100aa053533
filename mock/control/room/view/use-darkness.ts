import { useEffect, useState } from 'preact/hooks'

/** Whether the page is dark, for what does not follow by itself. */
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
