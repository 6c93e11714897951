import type { FeedbackFormRecord, FeedbackFormVersion } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useRecordContext } from 'react-admin'
import { useCall } from '../../crud/calls.tsx'
import { RecordCard } from '../../crud/RecordCards.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './Feedback.module.css'
import { QuestionList } from './QuestionList.tsx'

/** Earlier versions of the form, latest first. An answer belongs to the version it was given to. */
export default function FormVersions() {
  const form = useRecordContext<FeedbackFormRecord>()
  const { data, error, refetch } = useCall('listFeedbackFormVersions', { form_id: String(form?.id) })
  if (!data)
    return error ? (
      <Failed what="the versions" why={sentenceOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading the versions" />
    )
  return (
    <RecordCard title="Versions">
      <p className={styles.quiet}>
        A version begins when a form is changed that somebody has answered. Its answers keep the words that they were
        given to.
      </p>
      <ol className={styles.versions}>
        {data.map((version) => (
          <Version key={version.id} version={version} isAsked={version.number === form?.form_version} />
        ))}
      </ol>
    </RecordCard>
  )
}

const Version = ({ version, isAsked }: { version: FeedbackFormVersion; isAsked: boolean }) => (
  <li>
    <details>
      <summary>
        Version {version.number}
        {isAsked && ', asked now'} · {countOf(version.responses, 'response')}
      </summary>
      <p className={styles.quiet}>
        Since {formatMoment(version.created_at)} · answers of fewer than {version.anonymity_threshold} people are hidden
      </p>
      <QuestionList questions={version.questions} />
    </details>
  </li>
)
