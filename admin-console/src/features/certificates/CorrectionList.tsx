import type { CorrectionRow } from '@flagyard/api-types'
import { ResourceLink } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { Account } from './CertificateList.tsx'
import { DecideCorrection } from './DecideCorrection.tsx'

const Col = Column<CorrectionRow>

const tones = { open: 'warn', accepted: 'good', refused: 'neutral' } as const

const words = { open: 'Open', accepted: 'Accepted', refused: 'Refused' } as const

const State = stateChip(tones, words)

const filters: Filters<'listCertificateCorrections'> = {
  q: search('Name'),
  state: choices('State', words),
  username: text('Username'),
}

/** Name corrections requested by learners. */
export default function CorrectionList() {
  return (
    <CrudList<'listCertificateCorrections'> filters={filters}>
      <Rows<CorrectionRow>
        hiddenColumns={['full_name', 'reason', 'answer', 'decided_at']}
        primaryText={(row) => <Certificate row={row} />}
        tertiaryText={State}
        secondaryText={(row) => (
          <>
            <bdi>{row.printed}</bdi> → <bdi>{row.name}</bdi> · {row.title}
            <div className="row-actions">
              <Decide row={row} />
            </div>
          </>
        )}
        empty="No correction requests."
      >
        <Col source="username" label="Account" long render={({ username }) => <Account username={username} />} />
        <Col source="printed" label="Current name" wraps />
        <Col source="name" label="Requested name" wraps />
        <Col source="full_name" label="Account name" wraps />
        <Col source="reason" label="Note" wraps />
        <Col source="title" label="Certificate" wraps render={(row) => <Certificate row={row} />} />
        <Col source="state" label="State" render={State} />
        <Col source="answer" label="Answer" wraps />
        <Col source="created_at" onlyWide label="Requested" render={(row) => formatDay(row.created_at)} />
        <Col
          source="decided_at"
          label="Decided"
          render={({ decided_at }) => (decided_at ? formatMoment(decided_at) : '—')}
        />
        <Col source="id" label="Decision" isAction render={(row) => <Decide row={row} />} />
      </Rows>
    </CrudList>
  )
}

const Certificate = ({ row: { certificate_id, title } }: { row: CorrectionRow }) => (
  <ResourceLink resource="certificates" id={certificate_id}>
    {title}
  </ResourceLink>
)

const Decide = ({ row }: { row: CorrectionRow }) =>
  row.allowed.includes('decide') ? <DecideCorrection request={row} /> : null
