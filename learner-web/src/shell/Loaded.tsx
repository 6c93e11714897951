import { errorMessage, Failed, FailedLine, Loading } from '@flagyard/ui/Feedback'
import type { ReactNode } from 'react'

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Names the data in messages: `your orders`. */
  what: string
  /** Shows an error in one line, for a card that has a heading. */
  isLine?: boolean
  children: (data: T) => ReactNode
}

/** Content that needs the data of a query. If a refetch fails, the earlier data stays visible. */
export function Loaded<T>({ query: { data, error, refetch }, what, isLine = false, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (!error) return <Loading what={what} />
  const failure = { why: errorMessage(error), onRetry: () => void refetch() }
  return isLine ? <FailedLine {...failure} /> : <Failed what={what} {...failure} />
}

/** The same without a spinner, for parts of a page that shows one already. */
export const LoadedLater = <T,>(props: Props<T>) =>
  props.query.data === undefined && !props.query.error ? null : <Loaded {...props} />
