import { saveFile } from '@flagyard/ui/save-file'
import { useListContext } from 'react-admin'
import { CallButton } from '../../crud/actions.tsx'
import { CrudList } from '../../crud/CrudList.tsx'
import { useCall } from '../../crud/calls.tsx'
import { choices, day, type Filters, search, select, text } from '../../crud/filters.tsx'
import { useCapabilities } from '../../lib/useCapabilities.ts'
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

/** Downloads the PDFs of the selected certificates, or of all that match the filter, as one archive. */
function ArchiveButton() {
  const { selectedIds = [], filterValues, total } = useListContext()
  if (!useCapabilities().has('support') || !total) return null
  const ask = selectedIds.length > 0 ? { ids: selectedIds.map(String) } : { filter: JSON.stringify(filterValues ?? {}) }
  return (
    <CallButton
      operation="archiveCertificates"
      size="small"
      call={async (provider) => {
        const answer = (await provider.call('archiveCertificates', { certificateArchiveAsk: ask })) as Response
        await saveFile(answer, 'certificates.zip')
      }}
      successMessage="The PDFs are downloaded"
    >
      {selectedIds.length > 0 ? `PDFs of ${selectedIds.length} as ZIP` : 'PDFs as ZIP'}
    </CallButton>
  )
}
