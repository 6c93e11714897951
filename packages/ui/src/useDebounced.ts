import { useEffect, useState } from 'react'

/** Debounced input text. */
export function useDebounced(typed: string, pauseMs = 350): string {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return debounced
}
