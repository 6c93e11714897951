export interface Heading {
  id: string
  text: string
}

/** Headings of a Markdown text, for a table of contents. */
export function listHeadings(markdown: string): Heading[] {
  const headings: Heading[] = []
  let inCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode
    const text = inCode ? undefined : /^#{1,3}\s+(.+?)\s*#*$/.exec(line)?.[1]?.replace(/[`*_]/g, '')
    if (text && !headings.some(({ id }) => id === headingId(text))) headings.push({ id: headingId(text), text })
  }
  return headings
}

/** Id of the heading with this text. */
export function headingId(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `text-${words.join('-')}`
}
