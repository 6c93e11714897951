import type { CertificateRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Column } from '../../crud/Column.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { capitalised, formatDay, formatDayOr } from '../../lib/format.ts'
import { certificateTones } from './statusColors.ts'

export const CertificateRows = ({ withAccount = false }: { withAccount?: boolean }) => (
  <Rows<CertificateRow>
    hiddenColumns={['type']}
    primaryText={(certificate) => <PublicPage certificate={certificate}>{certificate.name}</PublicPage>}
    tertiaryText={(certificate) => <State certificate={certificate} />}
    secondaryText={(certificate) => `${certificate.title} · ${formatDay(certificate.issued_at)}`}
    empty="Certificates appear here as they are earned."
  >
    <Column<CertificateRow>
      source="name"
      label="Name"
      cellClassName="long"
      render={(certificate) => <PublicPage certificate={certificate}>{certificate.name}</PublicPage>}
    />
    {withAccount && (
      <Column<CertificateRow>
        source="username"
        label="Account"
        cellClassName="long"
        render={({ username }) => (
          <ResourceLink resource="users" id={username}>
            {username}
          </ResourceLink>
        )}
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
      label="Valid until"
      render={(certificate) => formatDayOr(certificate.valid_until, 'no end')}
    />
  </Rows>
)

const State = ({ certificate: { state } }: { certificate: CertificateRow }) => (
  <Chip tone={certificateTones[state]}>{capitalised(state)}</Chip>
)

/** The page that anyone may read. */
const PublicPage = ({ certificate: { id }, children }: { certificate: CertificateRow; children: string }) => (
  <a href={`/certificates/${encodeURIComponent(id)}`}>{children}</a>
)
