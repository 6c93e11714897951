import { capitalised, countOf, formatCount } from './format.ts'

/** Precision of a list's total: exact, estimated, or a lower bound. */
export interface TotalMeta {
  estimated: boolean
  capped: boolean
}

/** `42 accounts`, `More than 10,000 accounts`, `About 12,000 accounts`, `1,000 or more accounts`. */
export const totalOf = (total: number, [one, many]: [one: string, many: string], meta?: TotalMeta): string =>
  meta?.capped || meta?.estimated ? `${capitalised(formatTotal(total, meta))} ${many}` : countOf(total, one, many)

/** `42`, `more than 10,000`, `about 12,000` or `1,000 or more`, for use within a sentence. Estimates are rounded to two digits. */
export const formatTotal = (total: number, meta?: TotalMeta): string =>
  meta?.capped ? `${formatCount(total)} or more` : meta?.estimated ? estimateOf(total) : formatCount(total)

function estimateOf(total: number): string {
  const rounded = Number(total.toPrecision(2))
  return rounded <= EXACT_TO ? `more than ${formatCount(EXACT_TO)}` : `about ${formatCount(rounded)}`
}
/** Maximum total that the server counts exactly (db/lists/estimated-count.ts). */
const EXACT_TO = 10_000
