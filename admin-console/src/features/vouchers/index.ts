import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { VouchersIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const vouchers: ConsoleResource = {
  name: 'vouchers',
  icon: VouchersIcon,
  options: { label: 'Vouchers', resourceLabel: ['voucher', 'vouchers'], group: 'finance' },
  list: lazyScreen(() => import('./VoucherList.tsx')),
  create: lazyScreen(() => import('./BatchCreate.tsx')),
  edit: lazyScreen(() => import('./VoucherShow.tsx')),
  recordRepresentation: 'code',
}
