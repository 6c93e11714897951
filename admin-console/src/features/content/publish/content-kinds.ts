import { useResourceContext } from 'react-admin'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.tsx'

/** Kinds of content and the operations that publish their changes. Bundles have none: their changes take effect immediately. */
const kinds = {
  courses: {
    label: 'course',
    names: { publish: 'publishCourse', cancel: 'cancelCoursePublication', discard: 'discardCourseDraft' },
  },
  labs: { label: 'lab', names: { publish: 'publishLab', cancel: 'cancelLabPublication', discard: 'discardLabDraft' } },
  exams: {
    label: 'exam',
    names: { publish: 'publishExam', cancel: 'cancelExamPublication', discard: 'discardExamDraft' },
  },
  bundles: { label: 'bundle', names: null },
} as const

type Send = (provider: ConsoleDataProvider) => Promise<unknown>
export interface PublishCalls {
  /** Names of the three operations in the contract. */
  names: NonNullable<(typeof kinds)[keyof typeof kinds]['names']>
  publish: (record: ContentRecord, fields: { at?: string; overwrite?: boolean }) => Send
  cancel: (record: ContentRecord) => Send
  discard: (record: ContentRecord) => Send
}

export function useKind() {
  const resource = useResourceContext() as keyof typeof kinds
  const { label, names } = kinds[resource]
  return { label, calls: names && callsBy(names) }
}

const callsBy = (names: PublishCalls['names']): PublishCalls => ({
  names,
  publish: (record, fields) => (provider) =>
    provider.call(names.publish, { slug: record.id, publication: { version: currentVersion(record), ...fields } }),
  cancel: (record) => (provider) => provider.call(names.cancel, { slug: record.id }),
  discard: (record) => (provider) =>
    provider.call(names.discard, { slug: record.id, seenContent: { version: currentVersion(record) } }),
})

const currentVersion = ({ content_version, version }: ContentRecord) => content_version ?? version

/** Changes the status of content, with immediate effect. */
export function useStatusChange(record: ContentRecord) {
  const resource = useResourceContext() ?? ''
  return (status: ContentRecord['status']) => (provider: ConsoleDataProvider) =>
    provider.update(resource, { id: record.id, data: { ...record, status }, previousData: record })
}
