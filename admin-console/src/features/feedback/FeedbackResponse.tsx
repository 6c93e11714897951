import type { FeedbackAnswer, FeedbackResponse as Response } from '@flagyard/api-types'
import { consolePaths, feedbackLink } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link, useParams } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { codeOf, sentenceOf } from '../../lib/problem.ts'
import styles from './Feedback.module.css'
import { formatMonday, quotable } from './feedback-words.ts'

/** All answers of one anonymous response. */
export default function FeedbackResponse() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall('getFeedbackResponse', { response_id: id })
  if (!data)
    return error ? (
      <>
        <ScreenHeader
          title={codeOf(error) === 'not_found' ? 'Response not found' : 'Response'}
          back={{ to: consolePaths.feedbackAnalytics, label: 'Feedback analytics' }}
        />
        <Failed what="this response" why={sentenceOf(error)} onRetry={() => void refetch()} />
      </>
    ) : (
      <Spinner label="Loading the response…" />
    )
  return (
    <>
      <ScreenHeader
        title={`Response ${data.id.slice(0, 8)}`}
        back={{ to: feedbackLink(data.course), label: `Feedback on ${data.course_title}` }}
        about={<About response={data} />}
      />
      <RecordCard title="Answers">
        <dl className={styles.answers}>
          {data.questions.map(({ id, label, answer }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{answer ? wordsOf(answer) : <span className={styles.quiet}>{NONE}</span>}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.quiet}>
          Responses are anonymous. Questions with fewer than {data.anonymity_threshold} answers are hidden here too.
        </p>
      </RecordCard>
    </>
  )
}

const About = ({ response: { form, form_id, form_version, week, quote_as } }: { response: Response }) => (
  <>
    Version {form_version} of <Link to={consolePaths.feedbackForm(form_id)}>{form}</Link> · week of {formatMonday(week)}{' '}
    <Chip tone={quote_as ? 'good' : 'neutral'}>{quote_as ? quotable[quote_as] : 'No permission to quote'}</Chip>
  </>
)

const NONE = 'No answer, or hidden because there are too few'

/** Answers have one field set, depending on the kind of question. */
function wordsOf({ rating, choice, choices, text, score }: FeedbackAnswer): string {
  if (rating !== null) return `${rating} of 5`
  if (score !== null) return `${score} of 10`
  return choice ?? choices?.join(', ') ?? text ?? NONE
}
