import { Chip } from '@flagyard/ui/Chip'
import { capitalised, formatDay } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'
import { certificateTones } from './tones.ts'

export default function UserCertificates({ username }: { username: string }) {
  return (
    <PagedRows
      call="listCertificates"
      input={{ filter: JSON.stringify({ username }) }}
      of={['certificate', 'certificates']}
      empty="Certificates appear here as they are earned."
      columns={[
        {
          label: 'Certificate',
          show: ({ id, title }) => <a href={`/certificates/${id}`}>{title}</a>,
          wraps: true,
        },
        { label: 'Name', show: (certificate) => certificate.name },
        { label: 'Type', show: (certificate) => capitalised(certificate.type) },
        { label: 'State', show: ({ state }) => <Chip tone={certificateTones[state]}>{capitalised(state)}</Chip> },
        { label: 'Issued', show: (certificate) => formatDay(certificate.issued_at) },
        { label: 'Valid until', show: ({ valid_until }) => (valid_until ? formatDay(valid_until) : 'for ever') },
      ]}
    />
  )
}
