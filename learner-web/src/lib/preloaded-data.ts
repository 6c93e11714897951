import type { Reply } from '@flagyard/api-types/contract/operation'
import type { learnerOperations } from '@flagyard/api-types/learner'

type Rows = typeof learnerOperations

/** The first calls of a page with their inputs and answers, which the server writes into the HTML (api-server/src/html-head.ts). */
type PreloadedData = [call: string, input: object, answer: unknown][]

let isTaken = false
let parsed: PreloadedData | undefined

/**
 * The answer that came with the page, for a component that paints before the query client is loaded. Undefined when none came,
 * and once the query client has taken the data over: it keeps the answers fresh from then on.
 */
export function getPreloadedAnswer<C extends 'listCourses' | 'listBanners'>(call: C): Reply<Rows[C]> | undefined {
  if (isTaken) return undefined
  return parseOnce().find(([name]) => name === call)?.[2] as Reply<Rows[C]> | undefined
}

/** Hands all answers over to the query client. */
export function takePreloadedData(): PreloadedData {
  const data = parseOnce()
  isTaken = true
  return data
}

/** Parsed once, because it may be long and several components read it. */
function parseOnce(): PreloadedData {
  if (parsed) return parsed
  const text = document.getElementById('first-data')?.textContent
  parsed = text ? (JSON.parse(text) as PreloadedData) : []
  return parsed
}
