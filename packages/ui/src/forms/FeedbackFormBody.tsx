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
        Your name is not shown with your answers. We read them once at least {anonymity_threshold} learners have
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
        label="You may quote me on the course page"
        hint="Everyone can read there what you wrote, word for word. We choose what to quote and never show your ratings with it. You can withdraw this on this page at any time."
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? 'learner' : null)}
      />
      {value !== null && (
        <SelectField
          label="Show it with"
          required
          hint="Your text is then no longer anonymous: people may recognise you, and our team can tell from your name which answers are yours."
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
