import { Revisions } from '../content/Revisions.tsx'

const LabRevisions = () => (
  <Revisions reference="lab_revisions" takeBack={(provider, names) => provider.call('takeBackLabRevision', names)} />
)

export default LabRevisions
