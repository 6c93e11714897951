import type { FeedbackForm, QuoteName } from '@flagyard/api-types'
import { Markdown } from '../text/Markdown.tsx'
import { type AnswerValues, FeedbackQuestions } from './FeedbackQuestions.tsx'
import { Checkbox, SelectField } from './fields.tsx'
import styles from './forms.module.css'

export interface FilledIn {
  values: AnswerValues
  quote_as: QuoteName | null
}

interface Props {
  form: Pick<FeedbackForm, 'intro' | 'anonymity_threshold' | 'questions'>
  filledIn: FilledIn
  onChange: (next: FilledIn) => void
  errorOf?: (questionId: string) => string | undefined
}

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

export const quoteNames: Record<QuoteName, string> = {
  full_name: 'my full name',
  initials: 'my initials',
  learner: '“A learner”, without a name',
}

/** Asks whether the text may be quoted in public, and under which name. Not ticked by default. */
function QuoteConsent({ value, onChange }: { value: QuoteName | null; onChange: (value: QuoteName | null) => void }) {
  return (
    <>
      <Checkbox
        label="You may quote me on the page of the course"
        hint="Everybody can read there what you wrote, word for word. We choose what we quote, your ratings are never shown beside it, and you can withdraw this at any time on this page."
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? 'learner' : null)}
      />
      {value !== null && (
        <SelectField
          label="Show it with"
          required
          hint="What you wrote is then not anonymous any more: people may recognise you by it, and from your name our team can tell which answers are yours."
          value={value}
          onChange={({ target }) => onChange(target.value as QuoteName)}
          options={Object.entries(quoteNames).map(([name, label]) => ({
            value: name,
            label: label.charAt(0).toUpperCase() + label.slice(1),
          }))}
        />
      )}
    </>
  )
}
