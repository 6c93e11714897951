import { countOf } from '@flagyard/ui/format'

export const accessText = (days: number | null): string =>
  days === null ? 'Access without an end date' : `Access for ${countOf(days, 'day')}`
