import { Revisions } from '../content/Revisions.tsx'

const LabRevisions = () => <Revisions reference="lab_revisions" />

export default LabRevisions
