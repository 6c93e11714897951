import type { FeedbackFormRecord } from '@flagyard/api-types'
import { FeedbackFormBody, type FilledIn } from '@flagyard/ui/FeedbackFormBody'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { RecordCard } from '../../crud/RecordCards.tsx'
import styles from './Feedback.module.css'

/** The saved form, rendered with the learner app's components. Test input is not stored. */
export default function FormPreview() {
  const form = useRecordContext<FeedbackFormRecord>()
  const [filledIn, setFilledIn] = useState<FilledIn>({ values: {}, quote_as: null })
  if (!form) return null
  return (
    <>
      <p className={styles.above}>
        As learners see it once it is saved. Try it: what you answer here goes nowhere and is forgotten when you leave.
      </p>
      <div className={styles.narrow}>
        <RecordCard title={form.title}>
          {form.questions.length === 0 ? (
            <p className={styles.quiet}>It has no questions yet.</p>
          ) : (
            <FeedbackFormBody form={form} filledIn={filledIn} onChange={setFilledIn} />
          )}
        </RecordCard>
      </div>
    </>
  )
}
