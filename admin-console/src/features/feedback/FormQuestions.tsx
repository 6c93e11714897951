import type { FeedbackFormRecord, FeedbackQuestion, FormQuestionsEdit } from '@flagyard/api-types'
import { BooleanInput, FormDataConsumer, SelectInput, useRecordContext } from 'react-admin'
import { filled, Group, LinesInput, Text } from '../../crud/inputs.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { choicesOf, countOf } from '../../lib/format.ts'
import type { FormQuestionsRecord } from '../../providers/form-questions-record.ts'
import { ItemsInput } from '../content/ItemsInput.tsx'
import { ItemsOrder } from '../content/OrderList.tsx'
import styles from './Feedback.module.css'
import { describeQuestion, hasChoices, kindNames, linesOf } from './feedback-words.ts'

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
        successMessage={savedMessage}
        transform={(data: FormQuestionsRecord) => ({ ...data, questions: data.questions.map(toSend) })}
      >
        <QuestionsInput />
      </EditForm>
    </>
  )
}

const NextVersion = ({ form: { form_version, version_responses } }: { form: FeedbackFormRecord }) => (
  <p role="note" className={styles.above}>
    Version {form_version} has {countOf(version_responses, 'response')}. Your changes become version {form_version + 1},
    which is used for new responses. Existing answers stay with the version they were given to.
  </p>
)

const toSend = (question: Questions[number]): Questions[number] => ({
  ...question,
  choices: hasChoices(question.kind) ? filled(question.choices ?? []) : [],
})

/** Notification after a save. Removed questions with answers are archived, so that their answers stay readable. */
const savedMessage = ({ new_version, form_version, archived }: FormQuestionsRecord) =>
  [
    new_version ? `Questions saved as version ${form_version}.` : 'Questions saved.',
    archived.length > 0 && `Archived because they have answers: ${archived.map((one) => `“${one}”`).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')

type Question = FormQuestionsEdit['questions'][number]

const newQuestion: Question = { kind: 'rating', label: '', choices: [], required: false }

/** The ordered questions, moved by dragging or with the arrow buttons. */
const QuestionsInput = () => (
  <Group title="Questions">
    <ItemsInput
      source="questions"
      itemLabel="Question"
      addLabel="Add question"
      newItem={newQuestion}
      before={
        <ItemsOrder<Question>
          source="questions"
          itemLabel="question"
          firstField="label"
          nameOf={({ label }, at) => label || `Question ${at + 1}`}
          noteOf={({ kind }) => (kind ? kindNames[kind] : '')}
        />
      }
    >
      <Text source="label" label="Question" maxLength={500} isRequired />
      <SelectInput source="kind" label="Kind" choices={choicesOf(kindNames)} helperText={false} />
      <FormDataConsumer>
        {({ scopedFormData }) =>
          hasChoices(scopedFormData?.kind) && (
            <LinesInput source="choices" label="Choices" helperText="One per line, at least two" validate={problemOf} />
          )
        }
      </FormDataConsumer>
      <BooleanInput source="required" label="Required" helperText={false} />
    </ItemsInput>
  </Group>
)

function problemOf(lines: string[] = []): string | undefined {
  const choices = filled(lines)
  if (choices.length < 2) return 'Enter at least two choices'
  const twice = choices.find((choice, at) => choices.indexOf(choice) !== at)
  return twice === undefined ? undefined : `“${twice}” is listed twice`
}

export const QuestionList = ({ questions }: { questions: readonly FeedbackQuestion[] }) =>
  questions.length === 0 ? (
    <p className={styles.quiet}>No questions.</p>
  ) : (
    <ol className={styles.questions}>
      {questions.map((question) => (
        <li key={question.id}>
          {question.label}
          <span className={styles.quiet}>{describeQuestion(question)}</span>
        </li>
      ))}
    </ol>
  )
