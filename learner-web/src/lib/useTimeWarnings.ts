import { useEffect, useRef } from 'react'

const WARNING_MINUTES = [30, 10, 5, 1]

/**
 * Tells when 30, 10, 5 minutes and 1 minute are left, each once for an end, but not those that were passed before the page opened. An end that is put
 * off is warned about anew.
 */
export function useTimeWarnings(
  remaining: number | null,
  endsAt: string | null,
  tell: (minutes: number) => void,
): void {
  const before = useRef(remaining)
  const told = useRef({ endsAt, minutes: new Set<number>() })
  useEffect(() => {
    const [previous, now] = [before.current, remaining]
    before.current = remaining
    if (told.current.endsAt !== endsAt) told.current = { endsAt, minutes: new Set() }
    if (previous === null || now === null) return
    const threshold = WARNING_MINUTES.findLast((minutes) => previous > minutes * 60_000 && now <= minutes * 60_000)
    if (!threshold || told.current.minutes.has(threshold)) return
    told.current.minutes.add(threshold)
    tell(threshold)
  }, [remaining, endsAt, tell])
}
