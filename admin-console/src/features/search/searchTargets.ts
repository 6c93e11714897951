import type { Found, FoundKind } from '@flagyard/api-types'
import { cloudProviders } from '../cloud-accounts/providers.ts'

interface Kind {
  label: string
  /** Where what was found has its page. */
  to: (found: Found) => string
}

const page = (resource: string) => (found: Found) => `/admin/${resource}/${encodeURIComponent(found.id)}`

/** A kind of what the server finds; a feature that gives a source adds its line. */
export const searchTargets: Record<FoundKind, Kind> = {
  user: { label: 'People', to: page('users') },
  course: { label: 'Courses', to: page('courses') },
  lab: { label: 'Labs', to: page('labs') },
  exam: { label: 'Exams', to: page('exams') },
  bundle: { label: 'Bundles', to: () => '/courses' },
  order: { label: 'Orders', to: ({ within }) => `/admin/users/${within}/orders` },
  voucher: {
    label: 'Vouchers',
    to: ({ id }) => `/admin/vouchers?filter=${encodeURIComponent(JSON.stringify({ q: id }))}`,
  },
  certificate: { label: 'Certificates', to: ({ id }) => `/certificates/${encodeURIComponent(id)}` },
  cloud_account: {
    label: 'Cloud accounts',
    to: (found) => page(cloudProviders[(found.within ?? 'aws') as keyof typeof cloudProviders].resource)(found),
  },
  banner: { label: 'Banners', to: page('banners') },
}
