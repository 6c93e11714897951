import type { FeedbackFormRecord } from '@flagyard/api-types'
import { RecordContextProvider, useRecordContext } from 'react-admin'
import { RecordAudit } from '../audit/RecordAudit.tsx'

/** Audit entries refer to content by slug, so the record's ID is replaced. */
export default function FormHistory() {
  const form = useRecordContext<FeedbackFormRecord>()
  return (
    form && (
      <RecordContextProvider value={{ id: form.slug }}>
        <RecordAudit type="form" />
      </RecordContextProvider>
    )
  )
}
