import { capitalised } from '../lib/format.ts'

/** Formats a value as text for a comparison. Lists get one line per item. */
export function textOf(value: unknown, indent = ''): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((item) => textOf(item, indent)).join('\n')
  if (typeof value === 'object') return fieldsOf(value, indent)
  return String(value)
}

/** Formats an object: its title first, its other fields indented below. */
function fieldsOf(value: object, indent: string): string {
  const { title, ...rest } = value as { title?: unknown }
  const inside = title === undefined ? indent : `${indent}  `
  const lines = Object.entries(rest).flatMap(([field, inner]) => {
    const text = textOf(inner, inside)
    if (text === '' || isId(field)) return []
    return text.includes('\n') || Array.isArray(inner) ? [text] : [`${inside}${capitalised(field)}: ${text}`]
  })
  return [...(title === undefined ? [] : [`${indent}${String(title)}`]), ...lines].join('\n')
}

const isId = (field: string) => field === 'id' || field.endsWith('_id')

export interface Difference {
  mine: string
  theirs: string
  /** Number of identical lines omitted before and after. */
  above: number
  below: number
}

/** The lines from the first to the last difference, with one line of context on each side. */
export function differenceOf(mine: string, theirs: string): Difference {
  const [a, b] = [mine.split('\n'), theirs.split('\n')]
  const shorter = Math.min(a.length, b.length)
  let above = 0
  while (above < shorter && a[above] === b[above]) above += 1
  let below = 0
  while (below < shorter - above && a[a.length - 1 - below] === b[b.length - 1 - below]) below += 1
  above = Math.max(0, above - 1)
  below = Math.max(0, below - 1)
  const between = (lines: string[]) => lines.slice(above, lines.length - below).join('\n')
  return { mine: between(a), theirs: between(b), above, below }
}
