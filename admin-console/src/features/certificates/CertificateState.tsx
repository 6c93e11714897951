import type { CertificateRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { capitalised } from '../../lib/format.ts'
import { certificateTones } from './statusColors.ts'

export const CertificateState = ({ state }: Pick<CertificateRow, 'state'>) => (
  <Chip tone={certificateTones[state]}>{capitalised(state)}</Chip>
)
