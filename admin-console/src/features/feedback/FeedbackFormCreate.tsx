import { Text, Whole } from '../../crud/inputs.tsx'
import { CreatePage } from '../../crud/record/CreatePage.tsx'
import { SlugInput } from '../content/ContentCreate.tsx'

const newForm = { title: '', slug: '', intro: '' }

/** Creates a form without questions. They are added on its page, which opens next. */
const FeedbackFormCreate = () => (
  <CreatePage maxWidth={860} defaultValues={newForm} successMessage="Form created. Add its questions next" next="edit">
    <Text source="title" label={formLabels.title} maxLength={200} isRequired autoFocus />
    <SlugInput />
    <IntroInput />
  </CreatePage>
)

export default FeedbackFormCreate

export const formLabels = {
  title: 'Title',
  intro: 'Introduction',
  anonymity_threshold: 'Minimum number of responses',
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
      helperText="Answers are hidden below this number, so that they stay anonymous"
    />
  </>
)

const IntroInput = () => (
  <Text
    source="intro"
    label={formLabels.intro}
    maxLength={4000}
    multiline
    minRows={3}
    helperText="Markdown. Explain the purpose and how long it takes"
  />
)
