import type { FeedbackForm, QuoteName } from '@flagyard/api-types'
import styles from './FeedbackFormBody.module.css'
import { type AnswerValues, FeedbackQuestions } from './FeedbackQuestions.tsx'
import { Markdown } from './Markdown.tsx'
import { QuoteConsent } from './QuoteConsent.tsx'

/** The entered answers, and the name under which texts may be quoted, if at all. */
export interface FilledIn {
  values: AnswerValues
  quote_as: QuoteName | null
}

interface Props {
  form: Pick<FeedbackForm, 'intro' | 'anonymity_threshold' | 'questions'>
  filledIn: FilledIn
  onChange: (next: FilledIn) => void
  /** Error message for a question. */
  errorOf?: (questionId: string) => string | undefined
}

/** A feedback form as shown to learners, and as a preview for its authors. */
export function FeedbackFormBody({ form, filledIn, onChange, errorOf }: Props) {
  const { intro, anonymity_threshold, questions } = form
  return (
    <>
      {intro && <Markdown>{intro}</Markdown>}
      <p className={styles.promise}>
        Your name is not shown with your answers. They are read only once at least {anonymity_threshold} learners have
        answered, and they stay in this browser until you send them.
      </p>
      <FeedbackQuestions
        questions={questions}
        values={filledIn.values}
        onChange={(id, value) => {
          const { [id]: _, ...others } = filledIn.values
          onChange({ ...filledIn, values: value ? { ...others, [id]: value } : others })
        }}
        {...(errorOf && { errorOf })}
      />
      {questions.some(({ kind }) => kind === 'text') && (
        <QuoteConsent value={filledIn.quote_as} onChange={(quote_as) => onChange({ ...filledIn, quote_as })} />
      )}
    </>
  )
}
