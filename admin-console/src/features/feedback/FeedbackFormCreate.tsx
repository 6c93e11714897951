import { consolePaths } from '@flagyard/api-types/links'
import { CreateForm } from '../../crud/EditForm.tsx'
import { Text } from '../../crud/inputs.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import styles from '../content/content.module.css'
import { SlugInput } from '../content/SlugInput.tsx'
import { formLabels, IntroInput } from './FormInputs.tsx'

const newForm = { title: '', slug: '', intro: '' }

/** Creates a form without questions. They are added on its page, which opens next. */
const FeedbackFormCreate = () => (
  <>
    <ScreenHeader title="New form" back={{ to: consolePaths.listFeedbackForms, label: 'Feedback forms' }} />
    <div className={styles.card}>
      <CreateForm
        recordLabel="form"
        defaultValues={newForm}
        successMessage="The form is saved. Now add its questions."
        next="edit"
      >
        <Text source="title" label={formLabels.title} maxLength={200} isRequired autoFocus />
        <SlugInput />
        <IntroInput />
      </CreateForm>
    </div>
  </>
)

export default FeedbackFormCreate
