import type { callQuery } from './query.ts'

/** Fetches ahead of a click, from a hover or a focus: `prefetch('getCourse', { slug })`. The calls' code comes with the first of them. */
export function prefetch(...query: Parameters<typeof callQuery<'getCourse'>>): void {
  // A hover that fails says nothing: the click that follows will.
  import('./query.ts')
    .then(({ callQuery, queryClient }) => queryClient.prefetchQuery(callQuery(...query)))
    .catch(() => undefined)
}
