import { useEffect, useState } from 'react'

/** What was typed, once the typing pauses. */
export function useSettled(typed: string, pauseMs = 350): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return settled
}
