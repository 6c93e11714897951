import { Revisions } from '../content/Revisions.tsx'

const ExamRevisions = () => <Revisions reference="exam_revisions" />

export default ExamRevisions
