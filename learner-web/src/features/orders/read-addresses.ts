export interface TypedAddress {
  line: number
  email: string
  error: string | null
}

/** Good enough to say of a row that it is no address; the server decides. */
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

/**
 * Addresses as people have them: one a line, separated by commas, copied from a mail program with their names, or a CSV file with other
 * columns. A first line without an address is a heading.
 */
export function readAddresses(text: string): TypedAddress[] {
  const rows: TypedAddress[] = []
  const first = new Map<string, number>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const parts = line.split(/[,;\t\s<>"']+/).filter((part) => part.includes('@'))
    if (parts.length === 0) {
      if (!(rows.length === 0 && isHeading(line)))
        rows.push({ line: index + 1, email: line.trim(), error: 'There is no e-mail address in it' })
      continue
    }
    for (const email of parts) {
      const earlier = first.get(email.toLowerCase())
      const error = !ADDRESS.test(email)
        ? 'This is not an e-mail address'
        : earlier === undefined
          ? null
          : `It stands in line ${earlier} already`
      if (earlier === undefined) first.set(email.toLowerCase(), index + 1)
      rows.push({ line: index + 1, email, error })
    }
  }
  return rows
}

const isHeading = (line: string) => /mail/i.test(line)
