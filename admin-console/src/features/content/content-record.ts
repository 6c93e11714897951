import type { LabRecord } from '@flagyard/api-types'
import type { RaRecord } from 'react-admin'

/** What a lab, an exam and a bundle have in common. */
export interface ContentRecord extends RaRecord {
  id: string
  title: string
  status: 'draft' | 'published' | 'archived'
  missing: { field: string; message: string }[]
  allowed: string[]
  version: number
  /** A bundle has none: it changes at once. */
  draft?: LabRecord['draft']
  planned?: LabRecord['planned']
}

/** What to say of what was saved: what is published changes only once its draft is. */
export const savedAs =
  (recordLabel: string) =>
  ({ draft }: { draft: object | null }): string =>
    draft ? 'Saved. Learners see it once you publish the changes.' : `The ${recordLabel} is saved`
