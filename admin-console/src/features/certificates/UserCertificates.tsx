import { RelatedList } from '../../crud/RelatedList.tsx'
import { CertificateRows } from './CertificateRows.tsx'

export default function UserCertificates() {
  return (
    <RelatedList reference="certificates" resourceLabel={['certificate', 'certificates']}>
      <CertificateRows />
    </RelatedList>
  )
}
