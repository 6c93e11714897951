import type { FeedbackAnswerCreate, FeedbackQuestion } from '@flagyard/api-types'
import { type ReactNode, useId } from 'react'
import { Button } from '../Button.tsx'
import { classNames } from '../text/class-names.ts'
import { TextArea } from './fields.tsx'
import styles from './forms.module.css'

/** An answer without its question. */
export type AnswerValue = Omit<FeedbackAnswerCreate, 'question_id'>
/** Answers by question id; unanswered questions are absent. */
export type AnswerValues = Readonly<Record<string, AnswerValue>>

interface Props {
  questions: readonly FeedbackQuestion[]
  values: AnswerValues
  /** `undefined` clears the answer. */
  onChange: (questionId: string, value: AnswerValue | undefined) => void
  errorOf?: (questionId: string) => string | undefined
}

export function FeedbackQuestions({ questions, values, onChange, errorOf = () => undefined }: Props) {
  return (
    <ol className={styles.questions}>
      {questions.map((question) => (
        <li key={question.id}>
          <Question
            question={question}
            value={values[question.id]}
            onChange={(value) => onChange(question.id, value)}
            error={errorOf(question.id)}
          />
        </li>
      ))}
    </ol>
  )
}

interface QuestionProps {
  question: FeedbackQuestion
  value: AnswerValue | undefined
  onChange: (value: AnswerValue | undefined) => void
  error: string | undefined
}

function Question(props: QuestionProps) {
  const { question, value, onChange, error } = props
  switch (question.kind) {
    case 'rating':
      return <Scale {...props} from={1} to={5} ends={['Poor', 'Excellent']} chosen={value?.rating} as="rating" />
    case 'recommend':
      return <Scale {...props} from={0} to={10} ends={['Not at all', 'Very much']} chosen={value?.score} as="score" />
    case 'single':
      return (
        <Choices
          {...props}
          type="radio"
          chosen={value?.choice ? [value.choice] : []}
          choose={(choice) => ({ choice })}
        />
      )
    case 'multiple':
      return <Choices {...props} type="checkbox" chosen={value?.choices ?? []} choose={toggledIn(question, value)} />
    case 'text':
      return (
        <TextArea
          label={question.label}
          required={question.required}
          value={value?.text ?? ''}
          maxLength={5000}
          onChange={({ target }) => onChange(target.value === '' ? undefined : { text: target.value })}
          error={error}
        />
      )
  }
}

/** Adds or removes a choice, keeping the order of the question. */
const toggledIn =
  ({ choices }: FeedbackQuestion, value: AnswerValue | undefined) =>
  (choice: string): AnswerValue | undefined => {
    const chosen = choices.filter((one) => (one === choice) !== (value?.choices ?? []).includes(one))
    return chosen.length > 0 ? { choices: chosen } : undefined
  }

function Scale({
  from,
  to,
  ends: [low, high],
  chosen,
  as,
  ...props
}: QuestionProps & {
  from: number
  to: number
  /** Labels of the lowest and the highest number. */
  ends: [string, string]
  chosen: number | undefined
  as: 'rating' | 'score'
}) {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const meaningOf = (number: number) => (number === from ? ` – ${low}` : number === to ? ` – ${high}` : '')
  return (
    <Group {...props} isRadio hint={`${from} is “${low}”, ${to} is “${high}”.`} canClear={chosen !== undefined}>
      {(name) => (
        <div className={styles.scale}>
          {numbers.map((number) => (
            <label key={number} className={classNames(styles.step, chosen === number && styles.chosen)}>
              <input
                type="radio"
                name={name}
                aria-label={`${number}${meaningOf(number)}`}
                checked={chosen === number}
                onChange={() => props.onChange({ [as]: number })}
              />
              <span aria-hidden="true">{number}</span>
            </label>
          ))}
        </div>
      )}
    </Group>
  )
}

function Choices({
  type,
  chosen,
  choose,
  ...props
}: QuestionProps & {
  type: 'radio' | 'checkbox'
  chosen: readonly string[]
  choose: (choice: string) => AnswerValue | undefined
}) {
  const hint = type === 'checkbox' ? 'Choose as many as you like.' : undefined
  return (
    <Group {...props} isRadio={type === 'radio'} hint={hint} canClear={type === 'radio' && chosen.length > 0}>
      {(name) => (
        <div className={styles.choices}>
          {props.question.choices.map((choice) => (
            <label key={choice} className={styles.choice}>
              <input
                type={type}
                name={name}
                aria-invalid={type === 'checkbox' && props.error ? true : undefined}
                checked={chosen.includes(choice)}
                onChange={() => props.onChange(choose(choice))}
              />
              <span>{choice}</span>
            </label>
          ))}
        </div>
      )}
    </Group>
  )
}

/** Several inputs that answer one question. Radio buttons cannot be unselected, so a button clears the answer. */
function Group({
  question,
  onChange,
  error,
  hint,
  isRadio,
  canClear,
  children,
}: Omit<QuestionProps, 'value'> & {
  hint: string | undefined
  isRadio: boolean
  canClear: boolean
  children: (name: string) => ReactNode
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={styles.group}
      aria-describedby={described || undefined}
      {...(isRadio && { role: 'radiogroup', 'aria-required': question.required, tabIndex: -1 })}
      {...(isRadio && error && { 'aria-invalid': true })}
    >
      <legend className={styles.legend}>
        {question.label}
        {!question.required && <span className={styles.optional}> (optional)</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.feedbackHint}>
          {hint}
        </p>
      )}
      {children(id)}
      {canClear && !question.required && (
        <Button variant="quiet" size="small" className={styles.clear} onClick={() => onChange(undefined)}>
          Clear this answer
        </Button>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.feedbackError} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
