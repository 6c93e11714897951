import { RelatedList } from '../../crud/RelatedList.tsx'
import { CertificateRows } from './CertificateList.tsx'

export default function UserCertificates() {
  return (
    <RelatedList reference="certificates">
      <CertificateRows />
    </RelatedList>
  )
}
