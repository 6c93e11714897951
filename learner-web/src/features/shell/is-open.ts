/** True if a command continues on the next line: an open quote, a trailing backslash, or an unfinished `<<` here-document. */
export function isOpen(text: string): boolean {
  let quote: string | null = null
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\' && quote !== "'") {
      if (at === text.length - 1) return true
      at++
    } else if (quote === null && (sign === "'" || sign === '"')) quote = sign
    else if (sign === quote) quote = null
  }
  return quote !== null || isHereOpen(text)
}

function isHereOpen(text: string): boolean {
  const [, strip, word] = /<<(-?)\s*['"]?(\w+)['"]?/.exec(text) ?? []
  if (word === undefined) return false
  const lines = text.split('\n').slice(1)
  return !lines.some((line) => (strip ? line.replace(/^\t+/, '') : line) === word)
}
