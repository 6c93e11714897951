import { type ComponentType, createContext, type MouseEvent, type ReactNode, useContext } from 'react'

export interface LinkProps {
  to: string
  children: ReactNode
  className?: string | undefined
  role?: 'menuitem' | undefined
  'aria-current'?: 'page' | undefined
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** Component that renders links within an app. Apps with a router provide their own; the default is a plain anchor. */
export const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink)

export function Link(props: LinkProps) {
  const AppLink = useContext(LinkContext)
  return <AppLink {...props} />
}

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />
}
