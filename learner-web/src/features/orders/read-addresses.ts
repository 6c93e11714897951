import * as t from '../../messages/en/orders.ts'
export interface TypedAddress {
  line: number
  email: string
  error: string | null
}

/** Rough check for obvious mistakes; the server validates addresses. */
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

interface Row {
  line: number
  cells: string[]
}

/**
 * Parses addresses: one per line, comma-separated, copied from a mail client with names, or as CSV. If the first line is a header with an
 * address column, other columns are ignored.
 */
export function readAddresses(text: string): TypedAddress[] {
  const found: TypedAddress[] = []
  const first = new Map<string, number>()
  for (const { line, content, parts } of partsOf(text)) {
    if (parts.length === 0) found.push({ line, email: content, error: t.noAddressInRow })
    for (const email of parts) {
      const earlier = first.get(email.toLowerCase())
      const error = !ADDRESS.test(email)
        ? t.notAnAddress
        : earlier === undefined
          ? null
          : t.duplicateAddress({ line: earlier })
      if (earlier === undefined) first.set(email.toLowerCase(), line)
      found.push({ line, email, error })
    }
  }
  return found
}

function partsOf(text: string) {
  const source = text.replace(/^\uFEFF/, '')
  const firstLine = source.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  if (!/mail/i.test(firstLine) || firstLine.includes('@'))
    return source
      .split(/\r\n|\r|\n/)
      .map((content, index) => ({ line: index + 1, content: content.trim(), parts: addressesIn(content) }))
      .filter(({ content }) => content !== '')
  const delimiter = [';', '\t', ','].find((one) => firstLine.includes(one)) ?? ','
  const [head, ...rows] = readTable(source, delimiter).filter(({ cells }) => cells.some(Boolean))
  const column = head?.cells.findIndex((name) => HEADING.test(name)) ?? -1
  return rows.map(({ line, cells }) => {
    const content = column === -1 ? cells.join(' ') : (cells[column] ?? '')
    return { line, content, parts: addressesIn(content) }
  })
}

/** Matches the header of an address column. */
const HEADING = /mail/i

/** An apostrophe can be part of an address; at both ends it is a quotation mark. */
const addressesIn = (text: string): string[] =>
  text
    .replace(/"[^"@]*@[^"]*"(?=\s*<)/g, ' ')
    .split(/[,;\t\s<>"]+/)
    .map((part) => part.replace(/^'(.*)'$/, '$1'))
    .filter((part) => part.includes('@') && part !== '@')

/** Parses CSV. Quoted cells may contain delimiters and line breaks. */
function readTable(text: string, delimiter: string): Row[] {
  const rows: Row[] = []
  let line = 1
  let row: Row = { line, cells: [] }
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.cells.push(cell.trim())
    cell = ''
  }
  for (const character of `${text.replace(/\r\n?/g, '\n')}\n`) {
    if (character === '\n') line += 1
    if (character === '"' && (quoted || cell.trim() === '' || cell.endsWith('"'))) quoted = !quoted
    else if (quoted || (character !== delimiter && character !== '\n')) cell += character
    else endCell()
    if (character !== '\n' || quoted) continue
    rows.push(row)
    row = { line, cells: [] }
  }
  return quoted ? [...rows, { ...row, cells: [...row.cells, cell.trim()] }] : rows
}
