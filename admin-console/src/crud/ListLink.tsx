import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useScreens } from './useScreens.ts'

/** A figure as a link to the rows behind it; plain for whoever may not read them. */
export function ListLink({ to, children }: { to: string; children: ReactNode }) {
  const [path] = to.split('?')
  const mayRead = useScreens().some((screen) => screen.to === path)
  return mayRead ? <Link to={to}>{children}</Link> : children
}
