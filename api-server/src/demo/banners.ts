import { paths } from '@flagyard/api-types/links'

export const banners = [
  {
    content:
      'New: the Azure exam, twelve hours in a tenant of forty users, on a day that suits you. See what it asks of you.',
    link: paths.exam('azure-attack-path-specialist'),
  },
]
