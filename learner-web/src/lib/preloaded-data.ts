import type { Reply } from '@flagyard/api-types/contract/operation'
import type { learnerOperations } from '@flagyard/api-types/learner'

type Rows = typeof learnerOperations

/** The page's first API responses, which the server embeds in the HTML (api-server/src/site/html-head.ts). */
type PreloadedData = [call: string, input: object, answer: unknown][]

let isTaken = false
let parsed: PreloadedData | undefined

/**
 * Preloaded response for a component that paints before the query client is loaded. Undefined if there is none, or if the query client has
 * taken the data over and keeps it fresh.
 */
export function getPreloadedAnswer<C extends 'getHomePage' | 'listBanners'>(call: C): Reply<Rows[C]> | undefined {
  if (isTaken) return undefined
  return parseOnce().find(([name]) => name === call)?.[2] as Reply<Rows[C]> | undefined
}

/** Moves all responses to the query client. */
export function takePreloadedData(): PreloadedData {
  const data = parseOnce()
  isTaken = true
  return data
}

/** Cached, because the data may be long and several components read it. */
function parseOnce(): PreloadedData {
  if (parsed) return parsed
  const text = document.getElementById('first-data')?.textContent
  parsed = text ? (JSON.parse(text) as PreloadedData) : []
  return parsed
}
