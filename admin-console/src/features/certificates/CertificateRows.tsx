import type { CertificateRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { RecordMenu } from '../../crud/actions.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { capitalised, formatDay, formatDayOr } from '../../lib/format.ts'
import { Account } from './Account.tsx'
import { certificateActions } from './actions.tsx'
import { CertificateState } from './CertificateState.tsx'

export const CertificateRows = ({ withAccount = false }: { withAccount?: boolean }) => (
  <Rows<CertificateRow>
    hiddenColumns={['type']}
    primaryText={(certificate) => <bdi>{certificate.name}</bdi>}
    tertiaryText={(certificate) => <State certificate={certificate} />}
    secondaryText={(certificate) => (
      <>
        {certificate.title} · {formatDay(certificate.issued_at)}
        <div className="row-actions">
          <CertificateMenu certificate={certificate} none={null} />
        </div>
      </>
    )}
    empty="Certificates appear here as they are earned."
  >
    <Column<CertificateRow>
      source="name"
      label="Name"
      cellClassName="long"
      render={(certificate) => (
        <RecordLink>
          <bdi>{certificate.name}</bdi>
        </RecordLink>
      )}
    />
    {withAccount && (
      <Column<CertificateRow>
        source="username"
        label="Account"
        cellClassName="long"
        render={({ username }) => <Account username={username} />}
      />
    )}
    <Column<CertificateRow> source="title" label="For" cellClassName="wraps" />
    <Column<CertificateRow> source="type" label="Type" render={(certificate) => capitalised(certificate.type)} />
    <Column<CertificateRow>
      source="state"
      label="State"
      render={(certificate) => <State certificate={certificate} />}
    />
    <Column<CertificateRow>
      source="issued_at"
      label="Issued"
      render={(certificate) => formatDay(certificate.issued_at)}
    />
    <Column<CertificateRow>
      source="valid_until"
      onlyWide
      label="Valid until"
      render={(certificate) => formatDayOr(certificate.valid_until, 'no end')}
    />
    <Column<CertificateRow>
      source="id"
      label="Change"
      isAction
      render={(certificate) => <CertificateMenu certificate={certificate} />}
    />
  </Rows>
)

const State = ({ certificate: { state } }: { certificate: Pick<CertificateRow, 'state'> }) => (
  <CertificateState state={state} />
)

const CertificateMenu = ({ certificate, none = '—' }: { certificate: CertificateRow; none?: string | null }) => (
  <RecordMenu
    record={certificate}
    actions={certificateActions}
    about={`Change certificate of ${isolate(certificate.name)} for ${certificate.title}`}
    none={none}
  />
)
