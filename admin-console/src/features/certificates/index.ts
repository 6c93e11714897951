import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { CertificatesIcon, CorrectionsIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const certificates: ConsoleResource = {
  name: 'certificates',
  icon: CertificatesIcon,
  options: { label: 'Certificates', resourceLabel: ['certificate', 'certificates'], group: 'support' },
  list: lazyScreen(() => import('./CertificateList.tsx')),
  edit: lazyScreen(() => import('./CertificateShow.tsx')),
  recordRepresentation: 'name',
}

export const certificateCorrections: ConsoleResource = {
  name: 'certificate_corrections',
  icon: CorrectionsIcon,
  options: { label: 'Corrections', resourceLabel: ['request', 'requests'], group: 'support' },
  list: lazyScreen(() => import('./CorrectionList.tsx')),
}
