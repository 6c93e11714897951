import type { Capability } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { type ResourceDefinition, useResourceDefinitions } from 'react-admin'
import { useCapabilities } from '../lib/useCapabilities.ts'
import { capabilitiesFor } from '../providers/access.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { AnalyticsIcon, MonthsIcon, SecurityIcon, SellerIcon } from './icons.tsx'
import { useCan } from './useCan.ts'

/** Screens that are not resource lists. */
const pages = [
  { to: consolePaths.feedbackAnalytics, label: 'Feedback analytics', group: 'content', icon: AnalyticsIcon },
  { to: consolePaths.months, label: 'Months', group: 'finance', icon: MonthsIcon, read: 'listMonths' },
  { to: consolePaths.seller, label: 'Seller', group: 'finance', icon: SellerIcon },
  { to: consolePaths.security, label: 'Security', group: 'owner', icon: SecurityIcon },
] as const

export interface Screen {
  to: string
  label: string
  group: Capability
  icon: NonNullable<ResourceDefinition['icon']>
}

/** Targets of the menu and the search: screens that the administrator can read. */
export function useScreens(): Screen[] {
  const held = useCapabilities()
  const can = useCan()
  const resources: Record<string, ResourceDefinition<ResourceOptions>> = useResourceDefinitions()
  return [
    ...Object.values(resources).flatMap(({ name, options, icon }) =>
      options && icon && holdsOneOf(held, capabilitiesFor('list', name))
        ? [{ to: `${consolePaths.home}/${name}`, label: options.label, group: options.group, icon }]
        : [],
    ),
    ...pages.filter((page) => !('read' in page) || can({ operation: page.read })),
  ]
}

const holdsOneOf = (held: ReadonlySet<Capability>, needed: readonly Capability[] | undefined) =>
  !needed || needed.some((capability) => held.has(capability))
