import { countOf } from '@flagyard/ui/format'

/** Duration of access to a course. */
export const accessText = (days: number | null): string =>
  days === null ? 'Access without an end date' : `Access for ${countOf(days, 'day')}`
