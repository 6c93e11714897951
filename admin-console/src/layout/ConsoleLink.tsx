import { isConsolePath } from '@flagyard/auth'
import type { LinkProps } from '@flagyard/ui/Link'
import { Link } from 'react-router-dom'

/** Uses the router inside the console, and a full page load for the learner app. */
export function ConsoleLink({ to, ...rest }: LinkProps) {
  return isConsolePath(to) ? <Link to={to} {...rest} /> : <a href={to} {...rest} />
}
