import { Text } from '../../crud/inputs.tsx'
import { CreatePage } from '../content/CreatePage.tsx'
import { LabBasics } from './LabInputs.tsx'

const newLab = { difficulty: 'beginner', cloud: 'aws', duration_minutes: 60, module: '' }

const LabCreate = () => (
  <CreatePage defaultValues={newLab}>
    <LabBasics />
    <Text source="module" label="Terraform module" maxLength={300} isRequired />
  </CreatePage>
)

export default LabCreate
