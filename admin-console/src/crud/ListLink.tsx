import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useScreens } from './useScreens.ts'

/** A figure that links to the rows behind it; plain text for administrators who cannot read them. */
export function ListLink({ to, children }: { to: string; children: ReactNode }) {
  const [path] = to.split('?')
  const mayRead = useScreens().some((screen) => screen.to === path)
  return mayRead ? <Link to={to}>{children}</Link> : children
}
