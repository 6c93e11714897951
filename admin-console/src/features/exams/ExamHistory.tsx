import { RecordAudit } from '../audit/RecordAudit.tsx'

const ExamHistory = () => <RecordAudit type="exam" />

export default ExamHistory
