import type { FeedbackFormRecord } from '@flagyard/api-types'
import { RecordContextProvider, useRecordContext } from 'react-admin'
import { RecordAudit } from '../audit/RecordAudit.tsx'

/** The audit names a form by its slug, as it names all content. */
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
