import { useEffect, useRef, useState } from 'react'

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const WARNING_MINUTES = [30, 10, 5, 1]

/**
 * Calls `warn` when 30, 10, 5 and 1 minutes are left, once each. Skips warnings that were due before the page opened. A postponed end
 * starts the warnings again.
 */
export function useTimeWarnings(
  remaining: number | null,
  endsAt: string | null,
  warn: (minutes: number) => void,
): void {
  const before = useRef(remaining)
  const warned = useRef({ endsAt, minutes: new Set<number>() })
  useEffect(() => {
    const [previous, now] = [before.current, remaining]
    before.current = remaining
    if (warned.current.endsAt !== endsAt) warned.current = { endsAt, minutes: new Set() }
    if (previous === null || now === null) return
    const threshold = WARNING_MINUTES.findLast((minutes) => previous > minutes * 60_000 && now <= minutes * 60_000)
    if (!threshold || warned.current.minutes.has(threshold)) return
    warned.current.minutes.add(threshold)
    warn(threshold)
  }, [remaining, endsAt, warn])
}
