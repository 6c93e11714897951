import type { CertificateRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { useListContext } from 'react-admin'
import { CallButton, RecordMenu } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, day, type Filters, search, select, text } from '../../crud/list/filters.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { capitalised, formatDay, formatDayOr, wordsOf } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { certificateActions } from './actions.tsx'
import { BadgeKeysButton } from './BadgeKeys.tsx'

const certificateTones = { valid: 'good', expired: 'warn', revoked: 'bad', withdrawn: 'neutral' } as const

export const CertificateState = stateChip(certificateTones)

export default function CertificateList() {
  // If courses or exams fail to load, only these filters are affected.
  const { data: courses = [] } = useCall('listCourseChoices')
  const { data: exams = [] } = useCall('listExamChoices')
  const filters: Filters<'listCertificates'> = {
    q: search('Name, title, ID or username'),
    state: choices('State', wordsOf(certificateTones)),
    type: choices('Type', { required: 'Required', commercial: 'Commercial', arte: 'Arte' }),
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
    <CrudList<'listCertificates'>
      filters={filters}
      actions={
        <>
          <BadgeKeysButton />
          <ArchiveButton />
        </>
      }
    >
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
      call={(provider) => provider.call('archiveCertificates', { certificateArchiveAsk: ask })}
      saveAs={'certificates.zip'}
      successMessage="PDFs downloaded"
    >
      {selectedIds.length > 0 ? `Download ${selectedIds.length} PDFs (ZIP)` : 'Download PDFs (ZIP)'}
    </CallButton>
  )
}

const Col = Column<CertificateRow>

const CertificateRows = ({ withAccount = false }: { withAccount?: boolean }) => (
  <Rows<CertificateRow>
    hiddenColumns={['type']}
    primaryText={(certificate) => <bdi>{certificate.name}</bdi>}
    tertiaryText={CertificateState}
    secondaryText={(certificate) => (
      <>
        {certificate.title} · {formatDay(certificate.issued_at)}
        <div className="row-actions">
          <CertificateMenu certificate={certificate} none={null} />
        </div>
      </>
    )}
    empty="No certificates yet."
  >
    <Col
      source="name"
      label="Name"
      long
      render={(certificate) => (
        <RecordLink>
          <bdi>{certificate.name}</bdi>
        </RecordLink>
      )}
    />
    {withAccount && (
      <Col source="username" label="Account" long render={({ username }) => <Account username={username} />} />
    )}
    <Col source="title" label="Course or exam" wraps />
    <Col source="type" label="Type" render={(certificate) => capitalised(certificate.type)} />
    <Col source="state" label="State" render={CertificateState} />
    <Col source="issued_at" label="Issued" render={(certificate) => formatDay(certificate.issued_at)} />
    <Col
      source="valid_until"
      onlyWide
      label="Valid until"
      render={(certificate) => formatDayOr(certificate.valid_until, 'no end')}
    />
    <Col source="id" label="Change" isAction render={(certificate) => <CertificateMenu certificate={certificate} />} />
  </Rows>
)

const CertificateMenu = ({ certificate, none = '—' }: { certificate: CertificateRow; none?: string | null }) => (
  <RecordMenu
    record={certificate}
    actions={certificateActions}
    ariaLabel={`Change certificate of ${isolate(certificate.name)} for ${certificate.title}`}
    none={none}
  />
)

/** The holder's account, if it still exists. */
export const Account = ({ username }: { username: string }) =>
  username ? <ResourceLink resource="users" id={username} /> : 'deleted'

export function UserCertificates() {
  return (
    <RelatedList reference="certificates">
      <CertificateRows />
    </RelatedList>
  )
}
