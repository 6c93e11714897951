import type { FormQuestionsEdit } from '@flagyard/api-types'
import { BooleanInput, FormDataConsumer, SelectInput } from 'react-admin'
import { filled, Group, LinesInput, Text } from '../../../crud/inputs.tsx'
import { choicesOf } from '../../../lib/format.ts'
import { ItemsInput } from '../../content/ItemsInput.tsx'
import { ItemsOrder } from '../../content/ItemsOrder.tsx'
import { hasChoices, kindNames } from '../question-words.ts'

type Question = FormQuestionsEdit['questions'][number]

const newQuestion: Question = { kind: 'rating', label: '', choices: [], required: false }

/** The ordered questions, moved by dragging or with the arrow buttons. */
export const QuestionsInput = () => (
  <Group title="Questions">
    <ItemsInput
      source="questions"
      itemLabel="Question"
      addLabel="Add a question"
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
            <LinesInput source="choices" label="Choices" helperText="One a line, two at least" validate={problemOf} />
          )
        }
      </FormDataConsumer>
      <BooleanInput source="required" label="Required: nobody sends the form without it" helperText={false} />
    </ItemsInput>
  </Group>
)

function problemOf(lines: string[] = []): string | undefined {
  const choices = filled(lines)
  if (choices.length < 2) return 'Give at least two choices'
  const twice = choices.find((choice, at) => choices.indexOf(choice) !== at)
  return twice === undefined ? undefined : `“${twice}” is there twice`
}
