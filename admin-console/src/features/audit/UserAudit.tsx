import { RecordAudit } from './RecordAudit.tsx'

const UserAudit = () => <RecordAudit type="user" />

export default UserAudit
