import { Text, Whole } from '../../crud/inputs.tsx'

export const formLabels = {
  title: 'Title',
  intro: 'Introduction',
  anonymity_threshold: 'Smallest group whose answers are shown',
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

export const IntroInput = () => (
  <Text
    source="intro"
    label={formLabels.intro}
    maxLength={4000}
    multiline
    minRows={3}
    helperText="Markdown: what the questions are for, and how long they take"
  />
)
