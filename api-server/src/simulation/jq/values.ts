import { JqError } from './syntax.ts'
export type Json = unknown
export type JsonObject = Record<string, Json>

export const typeOf = (value: Json): string =>
  value === null || value === undefined
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'object'
        ? 'object'
        : typeof value

export const isTrue = (value: Json) => value !== null && value !== undefined && value !== false
export const isObject = (value: Json): value is JsonObject => typeOf(value) === 'object'

const order = ['null', 'false', 'true', 'number', 'string', 'array', 'object']
const rank = (value: Json) => order.indexOf(typeof value === 'boolean' ? String(value) : typeOf(value))

/** jq's order of all values. */
export function compare(a: Json, b: Json): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const found = compare(a[at], b[at])
      if (found !== 0) return found
    }
    return a.length - b.length
  }
  if (isObject(a) && isObject(b)) {
    const keys = compare(Object.keys(a).sort(), Object.keys(b).sort())
    if (keys !== 0) return keys
    for (const key of Object.keys(a).sort()) {
      const found = compare(a[key], b[key])
      if (found !== 0) return found
    }
  }
  return 0
}

export function contains(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b)
  if (Array.isArray(a) && Array.isArray(b)) return b.every((one) => a.some((other) => contains(other, one)))
  if (isObject(a) && isObject(b))
    return Object.entries(b).every(([key, value]) => Object.hasOwn(a, key) && contains(a[key], value))
  return compare(a, b) === 0
}

export function at(value: Json, by: Json): Json {
  if (value === null || value === undefined) return null
  if (isObject(value) && typeof by === 'string') return Object.hasOwn(value, by) ? value[by] : null
  if (Array.isArray(value) && typeof by === 'number')
    return value[by < 0 ? value.length + Math.trunc(by) : Math.trunc(by)] ?? null
  throw new JqError(
    `Cannot index ${typeOf(value)} with ${typeof by === 'string' ? `"${by.slice(0, 60)}"` : typeOf(by)}`,
  )
}

/** An object that may be given any key, also those that JavaScript has its own use for. */
export const objectOf = (entries: Iterable<readonly [string, Json]>): JsonObject => Object.fromEntries(entries)

export function put(value: Json, path: Json[], change: (old: Json) => Json): Json {
  const [by, ...rest] = path
  if (path.length === 0) return change(value)
  if (typeof by === 'number') {
    const list = Array.isArray(value) ? [...value] : value === null || value === undefined ? [] : undefined
    const index = by < 0 ? (list?.length ?? 0) + by : by
    if (!list || index < 0 || index > list.length + 1000) throw new JqError(`Cannot index ${typeOf(value)} with number`)
    while (list.length < index) list.push(null)
    list[index] = put(list[index] ?? null, rest, change)
    return list
  }
  if (typeof by !== 'string' || (!isObject(value) && value !== null && value !== undefined))
    throw new JqError(`Cannot index ${typeOf(value)} with "${by}"`)
  const old = isObject(value) && Object.hasOwn(value, by) ? value[by] : null
  return objectOf([...Object.entries(isObject(value) ? value : {}), [by, put(old, rest, change)]])
}

export function without(value: Json, path: Json[]): Json {
  const [by, ...rest] = path
  if (rest.length > 0) return at(value, by) === null ? value : put(value, [by], (old) => without(old, rest))
  if (Array.isArray(value) && typeof by === 'number')
    return value.filter((_, n) => n !== (by < 0 ? value.length + by : by))
  return isObject(value) ? objectOf(Object.entries(value).filter(([key]) => key !== by)) : value
}

export function calculate(operator: string, a: Json, b: Json): Json {
  if (operator === '+') {
    if (a === null || a === undefined) return b
    if (b === null || b === undefined) return a
    if (typeof a === 'number' && typeof b === 'number') return a + b
    if (typeof a === 'string' && typeof b === 'string') return a + b
    if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b]
    if (isObject(a) && isObject(b)) return objectOf([...Object.entries(a), ...Object.entries(b)])
  }
  if (typeof a === 'number' && typeof b === 'number') {
    if ((operator === '/' || operator === '%') && b === 0)
      throw new JqError(`${a} and ${b} cannot be divided because the divisor is zero`)
    const results: Record<string, number> = { '-': a - b, '*': a * b, '/': a / b, '%': Math.trunc(a) % Math.trunc(b) }
    return results[operator] ?? null
  }
  if (operator === '-' && Array.isArray(a) && Array.isArray(b))
    return a.filter((one) => !b.some((other) => compare(one, other) === 0))
  if (operator === '*' && isObject(a) && isObject(b)) return merged(a, b)
  if (operator === '/' && typeof a === 'string' && typeof b === 'string') return a.split(b)
  throw new JqError(
    `${typeOf(a)} and ${typeOf(b)} cannot be ${{ '+': 'added', '-': 'subtracted', '*': 'multiplied', '/': 'divided', '%': 'divided' }[operator]}`,
  )
}

/** The sum of all values: lists and objects are joined in one go, since a copy for each would take time that grows with the square. */
export function sumOf(values: Json[]): Json {
  const given = values.filter((one) => one !== null && one !== undefined)
  if (given.length === 0) return null
  if (given.every((one): one is Json[] => Array.isArray(one))) return given.flat()
  if (given.every((one): one is JsonObject => isObject(one)))
    return objectOf(given.flatMap((one) => Object.entries<Json>(one)))
  return given.reduce<Json>((sum, one) => calculate('+', sum, one), null)
}

const merged = (a: JsonObject, b: JsonObject): JsonObject =>
  objectOf([
    ...Object.entries(a),
    ...Object.entries(b).map(([key, value]) => {
      const old = Object.hasOwn(a, key) ? a[key] : null
      return [key, isObject(old) && isObject(value) ? merged(old, value) : value] as const
    }),
  ])
