import { LimitReached } from '../budget.ts'
import type { Json } from './values.ts'

/** Values that stand in themselves many times over take no room, and no end of time to compare or print: so they are counted as if written out. */
const known = new WeakMap<object, number>()
const MOST = 1_000_000

export function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length + 1
  if (typeof value !== 'object' || value === null) return 1
  const found = known.get(value)
  if (found !== undefined) return found
  let size = 1
  for (const [key, one] of Object.entries(value)) size += (Array.isArray(value) ? 0 : key.length) + sizeOf(one)
  known.set(value, size)
  return size
}

export function assertSmall(value: Json): void {
  if (sizeOf(value) > MOST) throw new LimitReached('Stopped: this filter makes a value that is too large.')
}
