import type { FeedbackFormRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { EditForm } from '../../../crud/EditForm.tsx'
import { filled } from '../../../crud/inputs.tsx'
import { countOf } from '../../../lib/format.ts'
import type { FormQuestionsRecord } from '../../../providers/form-questions-record.ts'
import styles from '../Feedback.module.css'
import { QuestionList } from '../QuestionList.tsx'
import { hasChoices, linesOf } from '../question-words.ts'
import { QuestionsInput } from './QuestionsInput.tsx'

type Questions = FormQuestionsRecord['questions']

/** Editor of the questions, with a warning if a change creates a new version. */
export function FormQuestions() {
  const form = useRecordContext<FeedbackFormRecord>()
  if (!form) return null
  if (!form.allowed.includes('update')) return <QuestionList questions={form.questions} />
  return (
    <>
      {form.version_responses > 0 && <NextVersion form={form} />}
      <EditForm<FormQuestionsRecord>
        resource="form_questions"
        id={form.id}
        recordLabel="form"
        labels={{ questions: 'Questions' }}
        texts={{ questions: (questions) => linesOf(questions as Questions) }}
        successMessage={whatBecame}
        transform={(data: FormQuestionsRecord) => ({ ...data, questions: data.questions.map(toSend) })}
      >
        <QuestionsInput />
      </EditForm>
    </>
  )
}

const NextVersion = ({ form: { form_version, version_responses } }: { form: FeedbackFormRecord }) => (
  <p role="note" className={styles.above}>
    Version {form_version} has {countOf(version_responses, 'response')}. What you save here becomes version{' '}
    {form_version + 1}: who answers from now on answers that one, and what was answered stays with the questions as they
    were asked.
  </p>
)

const toSend = (question: Questions[number]): Questions[number] => ({
  ...question,
  choices: hasChoices(question.kind) ? filled(question.choices ?? []) : [],
})

/** Notification after a save. Removed questions with answers are archived, so that their answers stay readable. */
const whatBecame = ({ new_version, form_version, archived }: FormQuestionsRecord) =>
  [
    new_version ? `The questions are saved as version ${form_version}.` : 'The questions are saved.',
    archived.length > 0 &&
      `Kept for their answers, and asked no more: ${archived.map((one) => `“${one}”`).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
