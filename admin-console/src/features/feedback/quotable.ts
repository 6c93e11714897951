import type { QuoteName } from '@flagyard/api-types'

/** Quote permission given by a learner. The learner's name itself is not known here. */
export const quotable: Record<QuoteName, string> = {
  full_name: 'May be quoted, with their name',
  initials: 'May be quoted, with initials',
  learner: 'May be quoted, without a name',
}
