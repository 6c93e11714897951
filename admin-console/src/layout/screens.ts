import { consolePaths } from '@flagyard/api-types/links'
import { Children, isValidElement, type ReactNode } from 'react'
import { Resource } from 'react-admin'
import { matchPath, Route } from 'react-router-dom'

/** Whether an address leads to anything in the table of contents: to a visitor, any other is not found rather than asked to sign in for. */
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
