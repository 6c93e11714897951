import { countOf } from '@flagyard/ui/format'

/** How long a course stays open to whoever has it. */
export const accessText = (days: number | null): string =>
  days === null ? 'Access without an end date' : `Access for ${countOf(days, 'day')}`
