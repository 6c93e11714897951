import { CrudList } from '../../crud/CrudList.tsx'
import { choices, type Filters, search, text } from '../../crud/filters.tsx'
import { CertificateRows } from './CertificateRows.tsx'

const filters: Filters<'listCertificates'> = {
  q: search('Name, title or id'),
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
  username: text('Username'),
}

export default function CertificateList() {
  return (
    <CrudList<'listCertificates'> filters={filters}>
      <CertificateRows withAccount />
    </CrudList>
  )
}
