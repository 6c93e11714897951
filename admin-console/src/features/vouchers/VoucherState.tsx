import type { VoucherRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { capitalised } from '../../lib/format.ts'
import { voucherTones } from './statusColors.ts'

export const stateWords = Object.fromEntries(
  (Object.keys(voucherTones) as VoucherRow['state'][]).map((state) => [state, capitalised(state)]),
)

export const VoucherState = ({ state }: Pick<VoucherRow, 'state'>) => (
  <Chip tone={voucherTones[state]}>{capitalised(state)}</Chip>
)
