import type { Reply } from '@flagyard/api-types/contract/operation'
import type { learnerOperations } from '@flagyard/api-types/learner'

type Rows = typeof learnerOperations

/** What the served page brought along: its first calls with their inputs and answers (api-server/src/pages.ts). */
type PreloadedData = [call: string, input: object, answer: unknown][]

let taken = false
let parsed: PreloadedData | undefined

/**
 * The answer that came with the page, for what paints from it without the calls' code. Undefined where it brought none, and
 * from when the calls are there: they hold it then, and ask again when it is old.
 */
export function getPreloadedAnswer<C extends 'listCourses' | 'listBanners'>(call: C): Reply<Rows[C]> | undefined {
  if (taken) return undefined
  return parseOnce().find(([name]) => name === call)?.[2] as Reply<Rows[C]> | undefined
}

/** Hands all of it over to the calls. */
export function takePreloadedData(): PreloadedData {
  const data = parseOnce()
  taken = true
  return data
}

/** It may be long, and several parts of the first page ask for theirs: parsed once. */
function parseOnce(): PreloadedData {
  if (parsed) return parsed
  const text = document.getElementById('first-data')?.textContent
  parsed = text ? (JSON.parse(text) as PreloadedData) : []
  return parsed
}
