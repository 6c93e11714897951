import type { BannerRecord } from '@flagyard/api-types'
import { formatMoment } from '../../lib/format.ts'

/** `from 21 Nov 2026, 08:00:00 until …`, or `always`. */
export function scheduleOf({ shows_from, shows_until }: BannerRecord): string {
  const parts = [shows_from && `from ${formatMoment(shows_from)}`, shows_until && `until ${formatMoment(shows_until)}`]
  return parts.filter(Boolean).join(' ') || 'always'
}
