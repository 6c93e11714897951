import { isConsolePath } from '@flagyard/auth'
import type { LinkProps } from '@flagyard/ui/Link'
import { Link, resolvePath } from 'react-router-dom'
import { routeOf } from './routes.ts'

/** A link that preloads its screen on hover and focus. Links to the admin console, a separate app, load a new page. */
export function AppLink({ to, ...rest }: LinkProps) {
  if (isConsolePath(to)) return <a href={to} {...rest} />
  const preload = () => routeOf(resolvePath(to).pathname)?.screen.preload()
  return <Link to={to} {...rest} onMouseEnter={preload} onFocus={preload} />
}
