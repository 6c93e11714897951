import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const certificates = {
  name: 'certificates',
  options: { label: 'Certificates' },
  list: lazyScreen(() => import('./CertificateList.tsx')),
}
