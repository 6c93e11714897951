import { countOf, formatCount } from './format.ts'

/** How a list's total is meant: as it stands, about so many, or so many and perhaps more. */
export interface TotalMeta {
  estimated: boolean
  capped: boolean
}

/** `42 accounts`, `About 12,000 accounts`, `1,000 or more accounts`. */
export const totalOf = (total: number, [one, many]: [one: string, many: string], meta?: TotalMeta): string =>
  meta?.capped
    ? `${formatTotal(total, meta)} ${many}`
    : `${meta?.estimated ? 'About ' : ''}${countOf(total, one, many)}`

/** `42`, `about 12,000`, `1,000 or more`, for the middle of a sentence. */
export const formatTotal = (total: number, meta?: TotalMeta): string =>
  meta?.capped ? `${formatCount(total)} or more` : `${meta?.estimated ? 'about ' : ''}${formatCount(total)}`
