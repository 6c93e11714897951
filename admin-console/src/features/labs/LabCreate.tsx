import { consolePaths } from '@flagyard/api-types/links'
import { useRedirect } from 'react-admin'
import { CreateForm } from '../../crud/CreateForm.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import styles from '../content/content.module.css'
import { Text } from '../content/inputs.tsx'
import { LabBasics } from './LabInputs.tsx'

const newLab = { slug: '', title: '', difficulty: 'beginner', cloud: 'aws', duration_minutes: 60, module: '' }

function LabCreate() {
  const redirect = useRedirect()
  return (
    <>
      <ScreenHeader title="New lab" back={{ to: consolePaths.listLabsForAdmin, label: 'Labs' }} />
      <div className={styles.card}>
        <CreateForm
          recordLabel="lab"
          defaultValues={newLab}
          successMessage="The lab is added as a draft"
          onCreated={(id) => redirect('edit', 'labs', id)}
        >
          <Text
            source="slug"
            label="Slug"
            maxLength={64}
            isRequired
            helperText="Its address for ever: a–z, 0–9 and dashes"
          />
          <LabBasics />
          <Text source="module" label="Terraform module" maxLength={300} isRequired />
        </CreateForm>
      </div>
    </>
  )
}

export default LabCreate
