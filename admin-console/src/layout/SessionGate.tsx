import { consolePaths } from '@flagyard/api-types/console-links'
import type { SessionHolder } from '@flagyard/auth'
import { redirectTarget } from '@flagyard/auth/react-admin'
import { Spinner } from '@flagyard/ui/Spinner'
import { useAtomValue } from 'jotai'
import { Children, isValidElement, type ReactNode, useEffect } from 'react'
import { Resource } from 'react-admin'
import { matchPath, Route, useLocation } from 'react-router-dom'
import NotFound from '../crud/record/NotFound.tsx'

interface Props {
  session: SessionHolder
  leave: (path: string) => void
  /** The route elements, used to tell known paths from unknown ones. */
  contents: ReactNode
  children: ReactNode
}

/**
 * Shows a spinner until the initial silent refresh has completed. Then renders the console for administrators, and redirects everyone else
 * to the learner app's sign-in or access-denied page. A session that ends later, here or in another tab, redirects in the same way; unsaved
 * input is restored on return (crud/FormDraft.tsx).
 */
export function SessionGate({ session, leave, contents, children }: Props) {
  const { pathname, search, hash } = useLocation()
  const current = useAtomValue(session.atom)
  const started = useAtomValue(session.startedAtom)
  useEffect(() => void session.start(), [session])
  const target = started ? redirectTarget(current, pathname + search + hash) : null
  const found = isScreen(pathname, contents)
  useEffect(() => {
    if (target !== null && found) leave(target)
  }, [target, found, leave])
  if (started && target === null) return children
  if (started && !found)
    return (
      <main>
        <NotFound />
      </main>
    )
  return <Spinner label="Loading your session…" />
}

/** True if the path matches a route. Visitors get "not found" for unknown paths instead of a sign-in prompt. */
export const isScreen = (pathname: string, contents: ReactNode): boolean =>
  [consolePaths.home, ...pathsOf(contents)].some((path) => matchPath(path, pathname) !== null)

function pathsOf(contents: ReactNode): string[] {
  return Children.toArray(contents).flatMap((element) => {
    if (!isValidElement<RouteProps>(element)) return []
    const { name, edit, path, children } = element.props
    if (element.type === Resource)
      return [`${consolePaths.home}/${name}`, ...(edit ? [`${consolePaths.home}/${name}/:id/*`] : [])]
    if (element.type === Route) return [`${consolePaths.home}${path}`]
    return pathsOf(children)
  })
}

interface RouteProps {
  name?: string
  edit?: unknown
  path?: string
  children?: ReactNode
}
