import type { Found, FoundKind } from '@flagyard/api-types'
import { consolePaths, filteredList, paths } from '@flagyard/api-types/links'
import { cloudProviders } from '../cloud-accounts/providers.ts'

interface Kind {
  label: string
  /** Where what was found has its page. */
  to: (found: Found) => string
}

const page =
  (to: (id: string) => string) =>
  ({ id }: Found) =>
    to(id)

/** A kind of what the server finds; a feature that gives a source adds its line. */
export const searchTargets: Record<FoundKind, Kind> = {
  user: { label: 'People', to: page(consolePaths.user) },
  course: { label: 'Courses', to: page(consolePaths.course) },
  lab: { label: 'Labs', to: page(consolePaths.lab) },
  exam: { label: 'Exams', to: page(consolePaths.exam) },
  bundle: { label: 'Bundles', to: () => paths.courses },
  order: { label: 'Orders', to: ({ within }) => `${consolePaths.user(within ?? '')}/orders` },
  voucher: {
    label: 'Vouchers',
    to: ({ id }) => filteredList('listVouchers', { q: id }),
  },
  certificate: { label: 'Certificates', to: page(paths.certificate) },
  cloud_account: {
    label: 'Cloud accounts',
    to: ({ id, within }) => cloudProviders[(within ?? 'aws') as keyof typeof cloudProviders].page(id),
  },
  banner: { label: 'Banners', to: page(consolePaths.banner) },
}
