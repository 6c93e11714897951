import type { Capability } from '@flagyard/api-types'
import { CANARY_USERNAME } from '@flagyard/api-types/canaries/admin-operations'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Icon } from '@flagyard/ui/Icon'
import { IconButton } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { type ResourceDefinition, useCreatePath, useNotify, useResourceDefinitions } from 'react-admin'
import { Link } from 'react-router-dom'
import { useCapabilities } from '../lib/useCapabilities.ts'
import { capabilitiesFor } from '../providers/access.ts'
import type { ResourceName } from '../providers/calls.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { useCan } from './calls.tsx'
import {
  AnalyticsIcon,
  BrandIcon,
  HomePageIcon,
  LegalIcon,
  MonthsIcon,
  OperationsIcon,
  SecurityIcon,
  SellerIcon,
} from './icons.tsx'

/** Link to a record's page, by its id unless there is a better text. */
export function ResourceLink({
  resource,
  id,
  children = id,
}: {
  resource: ResourceName
  id: string
  children?: ReactNode
}) {
  const createPath = useCreatePath()
  return <Link to={createPath({ resource, type: 'edit', id })}>{children}</Link>
}

/** Link to a person's page. The canary, which deploys labs like a learner, has no page. */
export const PersonLink = ({ username }: { username: string }) =>
  username === CANARY_USERNAME ? 'the canary' : <ResourceLink resource="users" id={username} />

/** A figure that links to the rows behind it; plain text for administrators who cannot read them. */
export function ListLink({ to, children }: { to: string; children: ReactNode }) {
  const [path] = to.split('?')
  const mayRead = useScreens().some((screen) => screen.to === path)
  return mayRead ? <Link to={to}>{children}</Link> : children
}

/** An e-mail address that wraps before the @ if it does not fit on a line. */
export function MailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}

/** Copies a text to the clipboard. `label` is the accessible name and should say what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const notify = useNotify()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify('Could not copy. Select the text and copy it manually.', { type: 'warning' }),
    )
  return (
    <IconButton size="small" aria-label={label} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span className="visually-hidden" role="status">
        {copied && 'Copied'}
      </span>
    </IconButton>
  )
}

/** Screens that are not resource lists. */
const pages = [
  { to: consolePaths.feedbackAnalytics, label: 'Feedback analytics', group: 'content', icon: AnalyticsIcon },
  { to: consolePaths.months, label: 'Months', group: 'finance', icon: MonthsIcon, read: 'listMonths' },
  { to: consolePaths.seller, label: 'Seller', group: 'finance', icon: SellerIcon },
  { to: consolePaths.operations, label: 'Operations', group: 'owner', icon: OperationsIcon, read: 'getSystem' },
  { to: consolePaths.brand, label: 'Brand', group: 'owner', icon: BrandIcon },
  { to: consolePaths.homePage, label: 'Home page', group: 'owner', icon: HomePageIcon },
  { to: consolePaths.legalPages, label: 'Legal pages', group: 'owner', icon: LegalIcon },
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
  const granted = useCapabilities()
  const can = useCan()
  const resources: Record<string, ResourceDefinition<ResourceOptions>> = useResourceDefinitions()
  return [
    ...Object.values(resources).flatMap(({ name, options, icon }) =>
      options && icon && hasAnyOf(granted, capabilitiesFor('list', name))
        ? [{ to: `${consolePaths.home}/${name}`, label: options.label, group: options.group, icon }]
        : [],
    ),
    ...pages.filter((page) => !('read' in page) || can({ operation: page.read })),
  ]
}

const hasAnyOf = (granted: ReadonlySet<Capability>, needed: readonly Capability[] | undefined) =>
  !needed || needed.some((capability) => granted.has(capability))
