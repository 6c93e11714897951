import { RecordAudit } from '../audit/RecordAudit.tsx'

const LabHistory = () => <RecordAudit type="lab" />

export default LabHistory
