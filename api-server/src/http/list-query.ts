import type { ListName } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { listRange, listSort } from '@flagyard/api-types/contract/fields'
import { schemaOf } from '@flagyard/api-types/contract/schema-of'
import secureJson from 'secure-json-parse'
import type { ListQuery } from '../db/list-source.ts'
import { ApiError } from '../errors.ts'
import { invalid } from './validation.ts'

/** Rows in one answer at the most. */
export const MAX_PAGE = 1000

/** What a list's query holds: JSON in each. */
export interface ListText {
  filter?: string | undefined
  range?: string | undefined
  sort?: string | undefined
}

/**
 * Reads ra-data-simple-rest's `filter`, `range` and `sort` by the keys that the list has in the contract. Unknown keys are refused with 422
 * naming them, what is no JSON with 400; `__proto__` and the like never reach an object.
 */
export function readList(name: ListName, asked: ListText = {}): ListQuery<object, string> {
  const { filter: schema, sorts, defaultSort } = adminOperations[name].list
  const filter = schemaOf(schema).safeParse(json('filter', asked.filter, {}))
  if (!filter.success) throw prefixed('filter', invalid(filter.error))

  const range = listRange.safeParse(json('range', asked.range, [0, 24]))
  if (!range.success || range.data[1] < range.data[0]) throw refused('range', 'Use [first, last] with 0 ≤ first ≤ last')
  const [from, last] = range.data
  if (last - from + 1 > MAX_PAGE) throw refused('range', `Ask for at most ${MAX_PAGE} rows at once`)

  const sort = listSort(sorts).safeParse(json('sort', asked.sort, defaultSort))
  if (!sort.success) throw refused('sort', `Use [key, "ASC" or "DESC"] with a key of ${sorts.join(', ')}`)
  const [key, order] = sort.data
  const by = key === 'id' ? sorts[0] : key
  return {
    filter: filter.data as object,
    sort: { by, descending: order === 'DESC' },
    from,
    limit: last - from + 1,
  }
}

/** The order of a list when none is asked for. */
export function defaultSortOf(name: ListName): ListQuery<object, string>['sort'] {
  const [by, order] = adminOperations[name].list.defaultSort
  return { by, descending: order === 'DESC' }
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
