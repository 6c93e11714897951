import { type Info, parse } from 'csv-parse/sync'
import { invalidField } from '../errors.ts'

/** Row of a CSV file, with the number of its first line. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Candidates by priority, if two delimiters are equally frequent. */
const DELIMITERS = ['\t', ';', ',']

const causes: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  INVALID_OPENING_QUOTE: 'a quotation mark inside a cell needs the whole cell in quotation marks, and itself twice',
  CSV_INVALID_CLOSING_QUOTE: 'after a closing quotation mark the cell has to end',
}

/** Rows of a file with any delimiter. Without empty rows, and without the trailing empty cells that spreadsheets add. */
export function readCsv(field: string, csv: string): CsvRow[] {
  const head = csv.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const countOf = (delimiter: string) => head.split(delimiter).length
  const delimiter = DELIMITERS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
  try {
    const records = parse(csv.replace(/\r\n?/g, '\n'), {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
      info: true,
      delimiter,
    }) as unknown as { info: Info; record: string[] }[]
    return records
      .map(({ info, record }) => ({
        // The parser's line count is at the end of the row.
        line: info.lines - record.join('').split('\n').length + 1,
        cells: record.slice(0, record.findLastIndex((cell) => cell !== '') + 1),
      }))
      .filter(({ cells }) => cells.length > 0)
  } catch (error) {
    // The parser's message may contain a part of the file, and therefore a secret.
    if (!(error instanceof Error && 'code' in error)) throw error
    const cause = causes[String(error.code)] ?? 'there is an unexpected quotation mark'
    const place = 'lines' in error ? `in line ${error.lines}, ` : ''
    throw invalidField(field, `This is not a CSV file: ${place}${cause}`)
  }
}
