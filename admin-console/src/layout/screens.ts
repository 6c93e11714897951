import { consolePaths } from '@flagyard/api-types/links'
import { Children, isValidElement, type ReactNode } from 'react'
import { Resource } from 'react-admin'
import { matchPath, Route } from 'react-router-dom'

/** True if the path matches a route. Visitors get "not found" for unknown paths instead of a sign-in prompt. */
export const isScreen = (pathname: string, contents: ReactNode): boolean =>
  [consolePaths.home, ...pathsOf(contents)].some((path) => matchPath(path, pathname) !== null)

function pathsOf(contents: ReactNode): string[] {
  return Children.toArray(contents).flatMap((element) => {
    if (!isValidElement<Props>(element)) return []
    const { name, edit, path, children } = element.props
    if (element.type === Resource)
      return [`${consolePaths.home}/${name}`, ...(edit ? [`${consolePaths.home}/${name}/:id/*`] : [])]
    if (element.type === Route) return [`${consolePaths.home}${path}`]
    return pathsOf(children)
  })
}

interface Props {
  name?: string
  edit?: unknown
  path?: string
  children?: ReactNode
}
