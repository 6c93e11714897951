import { consolePaths } from '@flagyard/api-types/links'
import { useRedirect } from 'react-admin'
import { CreateForm } from '../../crud/CreateForm.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import styles from '../content/content.module.css'
import { Text } from '../content/inputs.tsx'
import { ExamBasics } from './ExamInputs.tsx'

const newExam = {
  slug: '',
  title: '',
  cloud: 'aws',
  duration_minutes: 240,
  passing_points: 70,
  price: { amount: 0, currency: 'EUR' },
  module: '',
}

function ExamCreate() {
  const redirect = useRedirect()
  return (
    <>
      <ScreenHeader title="New exam" back={{ to: consolePaths.listExamsForAdmin, label: 'Exams' }} />
      <div className={styles.card}>
        <CreateForm
          recordLabel="exam"
          defaultValues={newExam}
          successMessage="The exam is added as a draft"
          onCreated={(id) => redirect('edit', 'exams', id)}
        >
          <Text
            source="slug"
            label="Slug"
            maxLength={64}
            isRequired
            helperText="Its address for ever: a–z, 0–9 and dashes"
          />
          <ExamBasics />
          <Text source="module" label="Terraform module" maxLength={300} isRequired />
        </CreateForm>
      </div>
    </>
  )
}

export default ExamCreate
