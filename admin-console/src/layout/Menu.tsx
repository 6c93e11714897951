import type { Capability } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { createElement, memo } from 'react'
import { Menu as RaMenu, useSidebarState } from 'react-admin'
import { useMatch } from 'react-router-dom'
import { DashboardIcon } from '../crud/icons.tsx'
import { type Screen, useScreens } from '../crud/links.tsx'
import { useCapabilities } from '../lib/useCapabilities.ts'

/** Menu sections, each with the capability for its work. */
const groups: { label: string; capability: Capability }[] = [
  { label: 'Support', capability: 'support' },
  { label: 'Content', capability: 'content' },
  { label: 'Finance', capability: 'finance' },
  { label: 'Clouds', capability: 'cloud' },
  { label: 'Administration', capability: 'owner' },
]

/**
 * All readable screens by section. Sections for the administrator's own capabilities come first. The layout changes with each step of a page, the menu
 * does not.
 */
export const Menu = memo(function Menu() {
  const capabilities = useCapabilities()
  const screens = useScreens()
  const [open] = useSidebarState()
  const isOwn = ({ capability }: { capability: Capability }) => Number(capabilities.has(capability))
  return (
    <RaMenu component="nav" role="navigation" aria-label="Console">
      <Item to={`${consolePaths.home}/`} label="Dashboard" icon={DashboardIcon} end />
      {groups
        .filter(({ capability }) => screens.some(({ group }) => group === capability))
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
})

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
