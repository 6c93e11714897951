import secureJson from 'secure-json-parse'
import { z } from 'zod'
import type { ListQuery } from '../db/list.ts'
import { ApiError } from '../errors.ts'
import { invalid } from './validation.ts'

/** Rows in one answer at the most. */
export const MAX_PAGE = 1000
const MAX_IDS = 1000

export interface ListSpec<F extends z.ZodObject, S extends string> {
  /** The filters this list knows, as a strict schema; `id` (a list of ids) is always accepted. */
  filters: F
  /** The keys it can be sorted by; `id` stands for the first. */
  sorts: readonly [S, ...S[]]
  defaultSort?: { by: S; descending: boolean }
}

/**
 * Reads ra-data-simple-rest's `filter`, `range` and `sort` (DOMAIN §8). Unknown keys are refused with 422 naming them,
 * what is no JSON with 400; `__proto__` and the like never reach an object (attack 25).
 */
export function readList<F extends z.ZodObject, S extends string>(
  query: { filter?: string | undefined; range?: string | undefined; sort?: string | undefined } | undefined,
  { filters, sorts, defaultSort }: ListSpec<F, S>,
): ListQuery<z.output<F> & { id?: string[] }, S> {
  const ids = z.array(z.string().max(64)).max(MAX_IDS).optional()
  const schema = z.strictObject({
    ...filters.shape,
    id: z.preprocess((value) => (typeof value === 'string' ? [value] : value), ids),
  })
  const filter = schema.safeParse(json('filter', query?.filter, {}))
  if (!filter.success) throw prefixed('filter', invalid(filter.error))

  const range = z
    .tuple([z.int().min(0).max(10_000_000), z.int().min(0).max(10_000_000)])
    .safeParse(json('range', query?.range, [0, 24]))
  if (!range.success || range.data[1] < range.data[0]) throw refused('range', 'Use [first, last] with 0 ≤ first ≤ last')
  const [from, last] = range.data
  if (last - from + 1 > MAX_PAGE) throw refused('range', `Ask for at most ${MAX_PAGE} rows at once`)

  const asked = z
    .tuple([z.enum(['id', ...sorts]), z.enum(['ASC', 'DESC'])])
    .safeParse(json('sort', query?.sort, ['id', 'ASC']))
  if (!asked.success) throw refused('sort', `Use [key, "ASC" or "DESC"] with a key of ${sorts.join(', ')}`)
  const [key, order] = asked.data
  const fallback = defaultSort ?? { by: sorts[0], descending: false }
  const sort =
    query?.sort === undefined ? fallback : { by: (key === 'id' ? sorts[0] : key) as S, descending: order === 'DESC' }
  return { filter: filter.data as z.output<F> & { id?: string[] }, sort, from, limit: last - from + 1 }
}

function json(name: string, text: string | undefined, fallback: unknown): unknown {
  if (text === undefined || text === '') return fallback
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new ApiError('malformed', `The query's ${name} is not JSON that we accept.`, {
      errors: [{ field: name, message: 'Not acceptable JSON' }],
    })
  }
}

const refused = (field: string, message: string) =>
  new ApiError('invalid', `${message}.`, { errors: [{ field, message }] })

const prefixed = (name: string, error: ApiError) =>
  new ApiError('invalid', error.message, {
    errors: error.errors.map((one) => ({ ...one, field: one.field ? `${name}.${one.field}` : name })),
  })
