import { required } from 'react-admin'
import { ReasonInput } from '../../crud/ReasonInput.tsx'

export const Reason = () => (
  <ReasonInput validate={required('Say why: the learner reads it.')} helperText="The learner reads it, in a mail." />
)
