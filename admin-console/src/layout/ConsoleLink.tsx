import { isConsolePath } from '@flagyard/auth'
import type { LinkProps } from '@flagyard/ui/Link'
import { Link } from 'react-router-dom'

/** Inside the console the router goes; to the learner's app the browser does. */
export function ConsoleLink({ to, ...rest }: LinkProps) {
  return isConsolePath(to) ? <Link to={to} {...rest} /> : <a href={to} {...rest} />
}
