import { useEffect, useState } from 'react'

/** Debounced input text. */
export function useSettled(typed: string, pauseMs = 350): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return settled
}
