import { RecordAudit } from './RecordAudit.tsx'

/** Audit entries about one account. */
const UserAudit = () => <RecordAudit type="user" />

export default UserAudit
