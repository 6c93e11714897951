import type { CertificateRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { DataTable } from 'react-admin'
import { capitalised, formatDay } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import styles from '../../lists/ListScreen.module.css'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { certificateTones } from './tones.ts'

export default function CertificateList() {
  return (
    <ListScreen<CertificateRow>
      title="Certificates"
      of={['certificate', 'certificates']}
      sort={{ field: 'issued_at', order: 'DESC' }}
      filters={
        <FilterChoices
          label="Type"
          choices={['required', 'commercial', 'arte'].map((type) => ({ label: capitalised(type), value: { type } }))}
        />
      }
      table={<Table />}
      card={{
        plain: true,
        head: (certificate) => <Public certificate={certificate} />,
        mark: (certificate) => <State certificate={certificate} />,
        more: (certificate) => `${certificate.title} · ${formatDay(certificate.issued_at)}`,
      }}
      empty="Certificates appear here as learners earn them."
    />
  )
}

const State = ({ certificate: { state } }: { certificate: CertificateRow }) => (
  <Chip tone={certificateTones[state]}>{capitalised(state)}</Chip>
)

/** The page that anyone may read. */
const Public = ({ certificate }: { certificate: CertificateRow }) => (
  <a className={styles.link} href={`/certificates/${encodeURIComponent(certificate.id)}`}>
    {certificate.name}
  </a>
)

function Table() {
  return (
    <ListTable rowClick={false} hiddenColumns={['type']}>
      <DataTable.Col
        source="name"
        cellClassName="long"
        label="Name"
        disableSort
        render={(row: CertificateRow) => <Public certificate={row} />}
      />
      <DataTable.Col source="username" cellClassName="long" label="Account" disableSort />
      <DataTable.Col source="title" cellClassName="wraps" label="For" disableSort />
      <DataTable.Col source="type" label="Type" disableSort render={(row: CertificateRow) => capitalised(row.type)} />
      <DataTable.Col
        source="state"
        label="State"
        disableSort
        render={(row: CertificateRow) => <State certificate={row} />}
      />
      <DataTable.Col source="issued_at" label="Issued" render={(row: CertificateRow) => formatDay(row.issued_at)} />
      <DataTable.Col
        source="valid_until"
        label="Valid until"
        disableSort
        render={(row: CertificateRow) => (row.valid_until ? formatDay(row.valid_until) : 'for good')}
      />
    </ListTable>
  )
}
