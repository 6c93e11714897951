import { CrudList } from '../../crud/CrudList.tsx'
import { useCall } from '../../crud/calls.tsx'
import { choices, day, type Filters, search, select, text } from '../../crud/filters.tsx'
import { ArchiveButton } from './ArchiveButton.tsx'
import { CertificateRows } from './CertificateRows.tsx'

export default function CertificateList() {
  // If courses or exams fail to load, only these filters are affected.
  const { data: courses = [] } = useCall('listCourseChoices')
  const { data: exams = [] } = useCall('listExamChoices')
  const filters: Filters<'listCertificates'> = {
    q: search('Name, title, id or username'),
    state: choices('State', [
      ['valid', 'Valid'],
      ['expired', 'Expired'],
      ['revoked', 'Revoked'],
      ['withdrawn', 'Withdrawn'],
    ]),
    type: choices('Type', [
      ['required', 'Required'],
      ['commercial', 'Commercial'],
      ['arte', 'Arte'],
    ]),
    course: select(
      'Course',
      courses.map(({ slug, title }) => ({ value: slug, label: title })),
    ),
    exam: select(
      'Exam',
      exams.map(({ slug, title }) => ({ value: slug, label: title })),
    ),
    issued_from: day('Issued from', 'start'),
    issued_until: day('Issued until', 'end'),
    username: text('Username'),
  }
  return (
    <CrudList<'listCertificates'> filters={filters} actions={<ArchiveButton />}>
      <CertificateRows withAccount />
    </CrudList>
  )
}
