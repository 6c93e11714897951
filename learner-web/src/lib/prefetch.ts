import type { callQuery } from './query.ts'

/** Prefetches data on hover or focus: `prefetch('getCourse', { slug })`. The first call also loads the query client. */
export function prefetch(...query: Parameters<typeof callQuery<'getCourse'>>): void {
  // Ignores errors: the request after the click reports them.
  import('./query.ts')
    .then(({ callQuery, queryClient }) => queryClient.prefetchQuery(callQuery(...query)))
    .catch(() => undefined)
}
