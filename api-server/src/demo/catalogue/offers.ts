import { paths } from '@flagyard/api-types/links'
import type { CatalogueBundle } from './shapes.ts'

export const bundles: CatalogueBundle[] = [
  {
    slug: 'three-clouds',
    title: 'Three clouds',
    description:
      'AWS, Azure and Google Cloud together: one way of thinking, three accents. For teams whose clients never use only one.',
    price_amount: 74900,
    courses: ['aws-red-team-foundations', 'azure-attack-paths', 'google-cloud-offense'],
  },
  {
    slug: 'identity-first',
    title: 'Identity first',
    description:
      'The two courses in which identity is the way in: roles and trust in AWS, applications and managed identities in Azure.',
    price_amount: 49900,
    courses: ['aws-red-team-foundations', 'azure-attack-paths'],
  },
]

export const banners = [
  {
    content: 'Coming soon: the Azure exam, twelve hours in a tenant of forty users. See what it asks of you.',
    link: paths.exam('azure-attack-path-specialist'),
  },
]
