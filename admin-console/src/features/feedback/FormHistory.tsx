import { RecordAudit } from '../audit/RecordAudit.tsx'

const FormHistory = () => <RecordAudit type="form" />

export default FormHistory
