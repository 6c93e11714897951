import { Text } from '../../crud/inputs.tsx'
import { CreatePage } from '../content/CreatePage.tsx'
import { ExamBasics } from './ExamInputs.tsx'

const newExam = {
  cloud: 'aws',
  duration_minutes: 240,
  passing_points: 70,
  price: { amount: 0, currency: 'EUR' },
  module: '',
}

const ExamCreate = () => (
  <CreatePage defaultValues={newExam}>
    <ExamBasics />
    <Text source="module" label="Terraform module" maxLength={300} isRequired />
  </CreatePage>
)

export default ExamCreate
