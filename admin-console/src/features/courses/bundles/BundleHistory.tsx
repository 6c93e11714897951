import { RecordAudit } from '../../audit/RecordAudit.tsx'

const BundleHistory = () => <RecordAudit type="bundle" />

export default BundleHistory
