import type { BannerRecord } from '@flagyard/api-types'
import { formatMoment } from '../../lib/format.ts'

/** `from 21 Nov 2026, 08:00:00 until …`, or `always`. */
export function scheduleOf({ shows_from, shows_until }: BannerRecord): string {
  const parts = [shows_from && `from ${formatMoment(shows_from)}`, shows_until && `until ${formatMoment(shows_until)}`]
  return parts.filter(Boolean).join(' ') || 'always'
}

/** What a `datetime-local` field shows: the minute in this browser's own time zone. */
export function localMinute(at: string | null | undefined): string {
  if (!at) return ''
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant that a `datetime-local` field means; the old one where its minute was not touched. */
export function instantOf(local: string, before?: string | null): string | null {
  if (local === '') return null
  if (before && local === localMinute(before)) return before
  return new Date(local).toISOString()
}
