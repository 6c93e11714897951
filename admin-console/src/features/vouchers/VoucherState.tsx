import type { VoucherRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { capitalised } from '../../lib/format.ts'
import { voucherTones } from './statusColors.ts'

export const VoucherState = ({ state }: Pick<VoucherRow, 'state'>) => (
  <Chip tone={voucherTones[state]}>{capitalised(state)}</Chip>
)
