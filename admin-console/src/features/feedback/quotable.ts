import type { QuoteName } from '@flagyard/api-types'

/** Under which name a learner lets what they wrote be quoted. The name itself is known to nobody here. */
export const quotable: Record<QuoteName, string> = {
  full_name: 'May be quoted, with their name',
  initials: 'May be quoted, with initials',
  learner: 'May be quoted, without a name',
}
