import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const certificates = {
  name: 'certificates',
  list: lazyScreen(() => import('./CertificateList.tsx')),
}
