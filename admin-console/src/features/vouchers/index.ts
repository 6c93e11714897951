import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const vouchers = {
  name: 'vouchers',
  list: lazyScreen(() => import('./VoucherList.tsx')),
}
