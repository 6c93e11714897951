import { isConsolePath } from '@flagyard/auth'
import type { LinkProps } from '@flagyard/ui/Link'
import { Link, resolvePath } from 'react-router-dom'
import { routeOf } from './routes.ts'

/** A link inside this app; a hover or a focus already fetches the screen behind it. The admin console is another app. */
export function AppLink({ to, ...rest }: LinkProps) {
  if (isConsolePath(to)) return <a href={to} {...rest} />
  const preload = () => routeOf(resolvePath(to).pathname)?.screen.preload()
  return <Link to={to} {...rest} onMouseEnter={preload} onFocus={preload} />
}
