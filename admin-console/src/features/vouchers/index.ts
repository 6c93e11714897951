import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const vouchers = {
  name: 'vouchers',
  options: { label: 'Vouchers' },
  list: lazyScreen(() => import('./VoucherList.tsx')),
}
