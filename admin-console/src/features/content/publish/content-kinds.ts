import { useResourceContext } from 'react-admin'
import type { ContentRecord } from '../content-record.tsx'

/** Kinds of content and the operations that publish their changes. Bundles have none: their changes take effect immediately. */
const kinds = {
  courses: {
    label: 'course',
    operations: { publish: 'publishCourse', cancel: 'cancelCoursePublication', discard: 'discardCourseDraft' },
  },
  labs: {
    label: 'lab',
    operations: { publish: 'publishLab', cancel: 'cancelLabPublication', discard: 'discardLabDraft' },
  },
  exams: {
    label: 'exam',
    operations: { publish: 'publishExam', cancel: 'cancelExamPublication', discard: 'discardExamDraft' },
  },
  bundles: { label: 'bundle', operations: null },
} as const

type Kind = (typeof kinds)[keyof typeof kinds]
export type PublishOperations = NonNullable<Kind['operations']>

export const useKind = (): Kind => kinds[useResourceContext() as keyof typeof kinds]

export const currentVersion = ({ content_version, version }: ContentRecord) => content_version ?? version
