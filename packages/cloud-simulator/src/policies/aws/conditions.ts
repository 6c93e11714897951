import { isInRange } from '../ip-range.ts'
import { matches } from '../wildcard.ts'
import { type Filling, matchesArn, patternOf } from './patterns.ts'
import { listOf, type PolicyCondition } from './request.ts'

/** Whether a value of the request matches a value of the policy. */
type Fits = (wanted: string, given: string, filling: Filling) => boolean

const text =
  (wild: boolean, fold = (value: string) => value): Fits =>
  (wanted, given, filling) => {
    const pattern = patternOf(wanted, filling, wild)
    return (
      pattern !== null &&
      matches(
        pattern.map((sign) => (typeof sign === 'string' ? fold(sign) : sign)),
        fold(given),
      )
    )
  }

const compared =
  (read: (value: string) => number, holds: (given: number, wanted: number) => boolean): Fits =>
  (wanted, given) => {
    const [left, right] = [read(given), read(wanted)]
    return !Number.isNaN(left) && !Number.isNaN(right) && holds(left, right)
  }

const numberOf = (value: string) => (value.trim() === '' ? Number.NaN : Number(value))
/** Parses an ISO 8601 date, or seconds since 1970. */
const momentOf = (value: string) => (/^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value))

const orders = {
  Equals: (given: number, wanted: number) => given === wanted,
  LessThan: (given: number, wanted: number) => given < wanted,
  LessThanEquals: (given: number, wanted: number) => given <= wanted,
  GreaterThan: (given: number, wanted: number) => given > wanted,
  GreaterThanEquals: (given: number, wanted: number) => given >= wanted,
}
const orderedBy = (kind: string, read: (value: string) => number) =>
  Object.entries(orders).map(([name, holds]) => [`${kind}${name}`, compared(read, holds)] as const)

const lower = (value: string) => value.toLowerCase()
const operators = new Map<string, Fits>([
  ['StringEquals', text(false)],
  ['StringEqualsIgnoreCase', text(false, lower)],
  ['StringLike', text(true)],
  ['Bool', text(false, lower)],
  ['BinaryEquals', (wanted, given) => wanted === given],
  ['IpAddress', isInRange],
  ['ArnEquals', matchesArn],
  ['ArnLike', matchesArn],
  ...orderedBy('Numeric', numberOf),
  ...orderedBy('Date', momentOf),
])
const negated = new Map([
  ['StringNotEquals', 'StringEquals'],
  ['StringNotEqualsIgnoreCase', 'StringEqualsIgnoreCase'],
  ['StringNotLike', 'StringLike'],
  ['NotIpAddress', 'IpAddress'],
  ['ArnNotEquals', 'ArnEquals'],
  ['ArnNotLike', 'ArnLike'],
  ['NumericNotEquals', 'NumericEquals'],
  ['DateNotEquals', 'DateEquals'],
])

/** Whether AWS has this operator. AWS does not store a policy with an unknown one. */
export function isOperator(operator: string): boolean {
  const name = OPERATOR.exec(operator)?.[2] ?? ''
  return operator === 'Null' || operators.has(name) || negated.has(name)
}

const OPERATOR = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/

/** All operators and all their keys must match. */
export const holds = (condition: PolicyCondition, filling: Filling): boolean =>
  Object.entries(condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, values]) => holdsFor(operator, key, listOf(values).map(String), filling)),
  )

function holdsFor(operator: string, key: string, wanted: string[], filling: Filling): boolean {
  const given = filling.context.get(key.toLowerCase()) ?? []
  if (operator === 'Null') return wanted.some((value) => (lower(value) === 'true') === (given.length === 0))
  const [, set, name = '', ifExists] = OPERATOR.exec(operator) ?? []
  const positive = negated.get(name)
  const fits = operators.get(positive ?? name)
  if (!fits) return false
  const fitsOne = (value: string) => wanted.some((one) => fits(one, value, filling)) === (positive === undefined)
  if (set === 'ForAllValues') return given.every((value) => value === '' || fitsOne(value))
  if (set === 'ForAnyValue') return given.some(fitsOne)
  if (given.length === 0) return positive !== undefined || ifExists !== undefined
  return positive === undefined ? given.some(fitsOne) : given.every(fitsOne)
}
