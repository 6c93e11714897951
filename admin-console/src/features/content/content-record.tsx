import type { ContentDraft, CourseRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import type { RaRecord } from 'react-admin'
import { Column } from '../../crud/list/Rows.tsx'
import { StatusChip } from '../../crud/record/RecordCards.tsx'
import { capitalised, formatMoment } from '../../lib/format.ts'

const Col = Column<Listed>

/** Common fields of courses, labs, exams and bundles. */
export interface ContentRecord extends RaRecord {
  /** The slug. */
  id: string
  title: string
  status: CourseRecord['status']
  missing: Missing[]
  allowed: string[]
  version: number
  /** Only for courses: version of the content, separate from that of the details. */
  content_version?: number
  /** Absent for bundles, whose changes take effect immediately. */
  draft?: ContentDraft | null
  planned?: CourseRecord['planned']
}

/** A message, with the field or lesson it refers to. */
export interface Missing {
  message: string
  field?: string
  code?: string
  lesson_id?: string | null
}

/** Notification after a save. Changes to published content only take effect once the draft is published. */
export const savedAs =
  (recordLabel: string) =>
  ({ draft }: { draft: object | null }): string =>
    draft ? 'Saved. Publish the changes to show them to learners.' : `${capitalised(recordLabel)} saved`

/** Publication status, with chips for unpublished changes and a scheduled publication. */
export const ContentStatus = ({ record: { status, draft, planned } }: { record: ContentRecord }) => (
  <>
    <StatusChip status={status} />
    {draft && <Chip tone="info">Unpublished changes</Chip>}
    {planned && (
      <Chip tone="warn">
        {planned.refused ? 'Scheduled publication failed' : `Scheduled for ${formatMoment(planned.at)}`}
      </Chip>
    )}
  </>
)

interface Listed extends RaRecord {
  title: string
  slug: string
  status: string
}

/** The first columns in the lists of courses, labs, exams and bundles. */
export const contentColumns = [
  <Col key="title" source="title" label="Title" wraps link />,
  <Col key="slug" source="slug" label="Slug" render={({ slug }) => <span className="mono">{slug}</span>} />,
  <Col key="status" source="status" label="Status" render={StatusChip} />,
]
