import type { Capability } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { createElement } from 'react'
import { Menu as RaMenu, type ResourceDefinition, useResourceDefinitions, useSidebarState } from 'react-admin'
import { useMatch } from 'react-router-dom'
import { useCapabilities } from '../lib/useCapabilities.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { AnalyticsIcon, DashboardIcon, SecurityIcon } from './icons.tsx'

/** The kinds of work, each with the capability that does it. */
const groups: { label: string; capability: Capability }[] = [
  { label: 'Support', capability: 'support' },
  { label: 'Content', capability: 'content' },
  { label: 'Money', capability: 'finance' },
  { label: 'Clouds', capability: 'cloud' },
  { label: 'Administration', capability: 'owner' },
]

/** The screens that are no lists of a resource. */
export const pages = [
  { to: consolePaths.feedbackAnalytics, label: 'Feedback analytics', group: 'content', icon: AnalyticsIcon },
  { to: consolePaths.security, label: 'Security', group: 'owner', icon: SecurityIcon },
] as const

/** Everything that can be opened, by kind of work: what one's own capabilities are for comes first. */
export function Menu() {
  const capabilities = useCapabilities()
  const screens = useScreens()
  const [open] = useSidebarState()
  const isOwn = ({ capability }: { capability: Capability }) => Number(capabilities.has(capability))
  return (
    <RaMenu component="nav" role="navigation" aria-label="Console">
      <Item to={`${consolePaths.home}/`} label="Dashboard" icon={DashboardIcon} end />
      {groups
        .toSorted((a, b) => isOwn(b) - isOwn(a))
        .flatMap(({ label, capability }) => [
          <p key={capability} className="menu-group">
            {open ? label : <span className="visually-hidden">{label}</span>}
          </p>,
          ...screens
            .filter(({ group }) => group === capability)
            .map(({ to, label, icon }) => <Item key={to} to={to} label={label} icon={icon} />),
        ])}
    </RaMenu>
  )
}

interface Screen {
  to: string
  label: string
  group: Capability
  icon: NonNullable<ResourceDefinition['icon']>
}

/** Where the menu and the search lead. */
export function useScreens(): Screen[] {
  const resources: Record<string, ResourceDefinition<ResourceOptions>> = useResourceDefinitions()
  return [
    ...Object.values(resources).flatMap(({ name, options, icon }) =>
      options && icon ? [{ to: `${consolePaths.home}/${name}`, label: options.label, group: options.group, icon }] : [],
    ),
    ...pages,
  ]
}

function Item({ to, label, icon, end = false }: Pick<Screen, 'to' | 'label' | 'icon'> & { end?: boolean }) {
  const match = useMatch({ path: to, end })
  return (
    <RaMenu.Item
      to={to}
      primaryText={label}
      leftIcon={createElement(icon)}
      role="link"
      aria-current={match ? 'page' : undefined}
    />
  )
}
