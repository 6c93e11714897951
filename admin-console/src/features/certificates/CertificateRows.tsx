import type { CertificateRow } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Chip } from '@flagyard/ui/Chip'
import { RecordMenu } from '../../crud/actions.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { capitalised, formatDay, formatDayOr } from '../../lib/format.ts'
import { certificateActions } from './actions.tsx'

const Col = Column<CertificateRow>

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
    <Col
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
      <Col
        source="username"
        label="Account"
        cellClassName="long"
        render={({ username }) => <Account username={username} />}
      />
    )}
    <Col source="title" label="For" cellClassName="wraps" />
    <Col source="type" label="Type" render={(certificate) => capitalised(certificate.type)} />
    <Col source="state" label="State" render={(certificate) => <State certificate={certificate} />} />
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

export const CertificateState = ({ state }: Pick<CertificateRow, 'state'>) => (
  <Chip tone={certificateTones[state]}>{capitalised(state)}</Chip>
)

/** The holder's account, if it still exists. */
export const Account = ({ username }: { username: string }) =>
  username ? <ResourceLink resource="users" id={username} /> : 'erased'

const certificateTones = { valid: 'good', expired: 'warn', revoked: 'bad', withdrawn: 'neutral' } as const
