import type { callQuery } from './query.ts'

/** Fetches data on hover or focus, before the click: `prefetch('getCourse', { slug })`. The first one loads the query client. */
export function prefetch(...query: Parameters<typeof callQuery<'getCourse'>>): void {
  // A prefetch that fails stays silent: the click that follows reports the error.
  import('./query.ts')
    .then(({ callQuery, queryClient }) => queryClient.prefetchQuery(callQuery(...query)))
    .catch(() => undefined)
}
