import { Text, Whole } from '../../crud/inputs.tsx'
import { MarkdownInput } from '../markdown/MarkdownInput.tsx'

export const formLabels = {
  title: 'Title',
  intro: 'Introduction',
  anonymity_threshold: 'People that a group needs to be shown',
} as const

export const FormInputs = () => (
  <>
    <Text source="title" label={formLabels.title} maxLength={200} isRequired />
    <IntroInput />
    <Whole
      source="anonymity_threshold"
      label={formLabels.anonymity_threshold}
      min={2}
      max={1000}
      helperText="Answers of fewer people appear nowhere, so that nobody can be told from them"
    />
  </>
)

export const IntroInput = () => <MarkdownInput source="intro" label={formLabels.intro} maxLetters={4000} minRows={4} />
