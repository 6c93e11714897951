import { lessonBookmarks, notes } from '../../db/schema/index.ts'
import { type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const noteRetention: readonly RetentionRule[] = [
  {
    name: 'notes',
    what: 'Your notes at lessons, and your bookmarks',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'They are yours, also when your access to a course has ended.',
    tables: [notes, lessonBookmarks],
  },
]
