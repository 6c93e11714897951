import { paths } from '@flagyard/api-types/links'

export const banners = [
  {
    content: 'Coming soon: the Azure exam, twelve hours in a tenant of forty users. See what it asks of you.',
    link: paths.exam('azure-attack-path-specialist'),
  },
]
