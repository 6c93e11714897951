import { Revisions } from '../content/Revisions.tsx'

const ExamRevisions = () => (
  <Revisions reference="exam_revisions" takeBack={(provider, names) => provider.call('takeBackExamRevision', names)} />
)

export default ExamRevisions
