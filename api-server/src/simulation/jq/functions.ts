import type { Budget } from '../budget.ts'
import { Pattern } from '../pattern.ts'
import { JqError } from './syntax.ts'
import { at, compare, contains, isObject, isTrue, type Json, objectOf, sumOf, typeOf } from './values.ts'

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const list = (value: Json, what: string): Json[] => {
  if (Array.isArray(value)) return value
  if (isObject(value)) return Object.values(value)
  throw new JqError(`${typeOf(value)} cannot be ${what}`)
}
const text = (value: Json, what: string): string => {
  if (typeof value !== 'string') throw new JqError(`${typeOf(value)} cannot be ${what}`)
  return value
}

function keys(value: Json): Json[] {
  if (Array.isArray(value)) return value.map((_, n) => n)
  if (isObject(value)) return Object.keys(value)
  throw new JqError(`${typeOf(value)} has no keys`)
}

function length(value: Json): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'string') return [...value].length
  if (typeof value === 'number') return Math.abs(value)
  if (typeof value === 'boolean') throw new JqError('boolean has no length')
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

const flatten = (value: Json[], depth: number): Json[] =>
  value.flatMap((one) => (Array.isArray(one) && depth > 0 ? flatten(one, depth - 1) : [one]))
const unique = (values: Json[]): Json[] =>
  [...values].sort(compare).filter((one, n, sorted) => n === 0 || compare(one, sorted[n - 1]) !== 0)

/** Functions without arguments. */
export const plain: Record<string, (value: Json) => Json> = {
  length,
  utf8bytelength: (value) => Buffer.byteLength(text(value, 'measured')),
  keys: (value) => keys(value).sort(compare),
  keys_unsorted: keys,
  not: (value) => !isTrue(value),
  type: typeOf,
  add: (value) => sumOf(list(value, 'added')),
  any: (value) => list(value, 'iterated over').some(isTrue),
  all: (value) => list(value, 'iterated over').every(isTrue),
  flatten: (value) => flatten(list(value, 'flattened'), 100),
  sort: (value) => [...list(value, 'sorted')].sort(compare),
  unique: (value) => unique(list(value, 'sorted')),
  reverse: (value) =>
    typeof value === 'string' ? [...value].reverse().join('') : [...list(value ?? [], 'reversed')].reverse(),
  min: (value) => [...list(value, 'compared')].sort(compare)[0] ?? null,
  max: (value) => [...list(value, 'compared')].sort(compare).at(-1) ?? null,
  tostring: textOf,
  tojson: (value) => JSON.stringify(value ?? null),
  fromjson: (value) => {
    try {
      return JSON.parse(text(value, 'parsed as JSON'))
    } catch {
      throw new JqError(`${text(value, 'parsed').slice(0, 40)} (while parsing it as JSON)`)
    }
  },
  tonumber: (value) => {
    const number = typeof value === 'number' ? value : Number(text(value, 'parsed as a number') || Number.NaN)
    if (Number.isNaN(number)) throw new JqError(`${textOf(value).slice(0, 40)} cannot be parsed as a number`)
    return number
  },
  ascii_downcase: (value) => text(value, 'lowercased').toLowerCase(),
  ascii_upcase: (value) => text(value, 'uppercased').toUpperCase(),
  trim: (value) => text(value, 'trimmed').trim(),
  explode: (value) => [...text(value, 'exploded')].map((sign) => sign.codePointAt(0) ?? 0),
  implode: (value) =>
    list(value, 'imploded')
      .map((code) => String.fromCodePoint(Math.min(Number(code) || 0, 0x10ffff)))
      .join(''),
  to_entries: (value) => Object.entries(isObject(value) ? value : {}).map(([key, one]) => ({ key, value: one })),
  from_entries: (value) =>
    objectOf(
      list(value, 'made an object').map(
        (one) =>
          [
            textOf(at(one, 'key') ?? at(one, 'name') ?? at(one, 'Key') ?? at(one, 'Name') ?? ''),
            at(one, 'value') ?? at(one, 'Value'),
          ] as const,
      ),
    ),
  first: (value) => at(value, 0),
  last: (value) => at(value, -1),
  floor: (value) => Math.floor(Number(value)),
  ceil: (value) => Math.ceil(Number(value)),
  round: (value) => Math.round(Number(value)),
  abs: (value) => Math.abs(Number(value)),
  todate: (value) => new Date(Number(value) * 1000).toISOString().replace(/\.\d+Z/, 'Z'),
  fromdate: (value) => Math.floor(Date.parse(text(value, 'read as a date')) / 1000),
  ascii: (value) => String.fromCharCode(Number(value)),
  transpose: (value) => {
    const rows = list(value, 'transposed') as Json[][]
    return Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, n) =>
      rows.map((row) => row[n] ?? null),
    )
  },
}

const patternOf = (budget: Budget, expression: Json, flags: Json = '') => {
  const source = text(expression, 'matched, as it is not a string')
  const pattern = Pattern.compile(budget, source, textOf(flags ?? '').includes('i'))
  if (!pattern) throw new JqError(`${source.slice(0, 80)} (at offset 0) is not a valid regex, or is too long`)
  return pattern
}

/** Functions with a pattern as their first argument. */
export const matching: Record<string, (budget: Budget, value: Json, ...args: Json[]) => Json> = {
  test: (budget, value, expression, flags) =>
    patternOf(budget, expression, flags).isIn(text(value, 'matched, as it is not a string')),
  scan: (budget, value, expression) => [
    ...patternOf(budget, expression).find(text(value, 'matched, as it is not a string')),
  ],
  sub: (budget, value, expression, by) =>
    patternOf(budget, expression).replace(text(value, 'matched'), [textOf(by)], false),
  gsub: (budget, value, expression, by) =>
    patternOf(budget, expression).replace(text(value, 'matched'), [textOf(by)], true),
}

/** Functions whose arguments are values. */
export const valued: Record<string, (value: Json, ...args: Json[]) => Json> = {
  has: (value, key) =>
    Array.isArray(value)
      ? Number(key) < value.length && Number(key) >= 0
      : isObject(value) && Object.hasOwn(value, textOf(key)),
  in: (value, other) => isObject(other) && Object.hasOwn(other, textOf(value)),
  contains,
  inside: (value, other) => contains(other, value),
  startswith: (value, start) =>
    text(value, 'compared, startswith() requires string inputs').startsWith(text(start, 'compared')),
  endswith: (value, end) => text(value, 'compared, endswith() requires string inputs').endsWith(text(end, 'compared')),
  ltrimstr: (value, start) =>
    typeof value === 'string' && value.startsWith(textOf(start)) ? value.slice(textOf(start).length) : value,
  rtrimstr: (value, end) =>
    typeof value === 'string' && textOf(end) !== '' && value.endsWith(textOf(end))
      ? value.slice(0, -textOf(end).length)
      : value,
  split: (value, by) => text(value, 'split').split(text(by, 'a separator')),
  join: (value, by) =>
    list(value, 'joined')
      .map((one) => (one === null ? '' : textOf(one)))
      .join(text(by, 'a separator')),
  flatten: (value, depth) => flatten(list(value, 'flattened'), Math.min(Number(depth), 100)),
  index: (value, part) => {
    const found =
      typeof value === 'string'
        ? value.indexOf(textOf(part))
        : list(value, 'searched').findIndex((one) => compare(one, part) === 0)
    return found === -1 ? null : found
  },
  nth: (value, n) => at(value, n),
  getpath: (value, path) => list(path, 'a path').reduce((one, key) => at(one, key), value),
  error: (_, message) => {
    throw new JqError(textOf(message))
  },
}

const cells = (value: Json, quote: (one: string) => string, sign: string) =>
  list(value, 'formatted as a row')
    .map((one) => (one === null ? '' : typeof one === 'string' ? quote(one) : textOf(one)))
    .join(sign)

/** `@base64d` and its like. */
export const formats: Record<string, (value: Json) => string> = {
  '@text': textOf,
  '@json': (value) => JSON.stringify(value ?? null),
  '@base64': (value) => Buffer.from(textOf(value)).toString('base64'),
  '@base64d': (value) => Buffer.from(textOf(value).replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString('utf8'),
  '@csv': (value) => cells(value, (one) => `"${one.replaceAll('"', '""')}"`, ','),
  '@tsv': (value) =>
    cells(
      value,
      (one) => one.replace(/[\t\n\r\\]/g, (sign) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign] ?? '\\\\'),
      '\t',
    ),
  '@uri': (value) => encodeURIComponent(textOf(value).toWellFormed()),
  '@html': (value) => textOf(value).replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  '@sh': (value) =>
    (Array.isArray(value) ? value : [value])
      .map((one) => (typeof one === 'string' ? `'${one.replaceAll("'", "'\\''")}'` : textOf(one)))
      .join(' '),
}

export { textOf, unique }
