/** A wildcard of a pattern: any characters, or exactly one. */
const ANY = Symbol('*')
const ONE = Symbol('?')

/** Single characters and wildcards. */
export type Pattern = readonly (string | typeof ANY | typeof ONE)[]

/** A pattern that matches the text literally. */
export const literal = (text: string): Pattern => [...text]

/** A pattern with `*` and, by default, `?` as wildcards. */
export const wildcards = (text: string, { one = true } = {}): Pattern =>
  [...text].map((sign) => (sign === '*' ? ANY : sign === '?' && one ? ONE : sign))

/**
 * Whether the pattern matches the whole text. It only backtracks to the last `*`, so its cost is at most the product of both lengths. Learners write
 * patterns, and a regular expression with many stars could block the process.
 */
export function matches(pattern: Pattern, text: string): boolean {
  const signs = [...text]
  let at = 0
  let place = 0
  let star = -1
  let resume = 0
  while (at < signs.length) {
    const wanted = pattern[place]
    if (wanted === ANY) {
      star = place++
      resume = at
    } else if (place < pattern.length && (wanted === ONE || wanted === signs[at])) {
      at++
      place++
    } else if (star >= 0) {
      place = star + 1
      at = ++resume
    } else return false
  }
  while (pattern[place] === ANY) place++
  return place === pattern.length
}

/** Matches names of actions and permissions, which are case-insensitive. */
export const matchesIgnoringCase = (pattern: string, text: string, options?: { one?: boolean }) =>
  matches(wildcards(pattern.toLowerCase(), options), text.toLowerCase())
