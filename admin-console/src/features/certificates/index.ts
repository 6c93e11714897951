import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { CertificatesIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const certificates: ConsoleResource = {
  name: 'certificates',
  icon: CertificatesIcon,
  options: { label: 'Certificates', resourceLabel: ['certificate', 'certificates'], group: 'support' },
  list: lazyScreen(() => import('./CertificateList.tsx')),
  recordRepresentation: 'name',
}
