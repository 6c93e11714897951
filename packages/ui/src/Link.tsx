import { type ComponentType, createContext, type MouseEvent, type ReactNode, useContext } from 'react'

export interface LinkProps {
  to: string
  children: ReactNode
  className?: string | undefined
  role?: 'menuitem' | undefined
  'aria-current'?: 'page' | undefined
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** How an app follows a link inside itself. An app with a router gives its own; without one a link is a plain anchor. */
export const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink)

/** A link to a place of this product. */
export function Link(props: LinkProps) {
  const AppLink = useContext(LinkContext)
  return <AppLink {...props} />
}

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />
}
