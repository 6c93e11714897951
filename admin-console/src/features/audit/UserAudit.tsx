import { RecordAudit } from './RecordAudit.tsx'

/** What administrators changed about one account. */
const UserAudit = () => <RecordAudit type="user" />

export default UserAudit
