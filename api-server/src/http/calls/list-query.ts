import type { ListName } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { listRange, listSort } from '@flagyard/api-types/contract/fields'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { schemaOf } from '@flagyard/api-types/contract/schema-of'
import secureJson from 'secure-json-parse'
import type { ListQuery } from '../../db/lists/list-source.ts'
import { ApiError } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { hiddenFields } from '../../identity/require-access.ts'
import { assertStorable } from '../storable-text.ts'
import { invalidInput } from '../validation.ts'

/** Maximum number of rows per page. */
const MAX_PAGE = 1000

export interface ListText {
  filter?: string | undefined
  range?: string | undefined
  sort?: string | undefined
}

/**
 * Parses ra-data-simple-rest's `filter`, `range` and `sort` with the list's own schema. Unknown keys cause a 422 that names them,
 * and invalid JSON a 400; `__proto__` and similar keys never reach an object. Filtering or sorting by a field that the caller may
 * not read causes a 403.
 */
export function readList(name: ListName, parameters: ListText, caller: CurrentUser | null): ListQuery<object, string> {
  const row: Operation & Pick<(typeof adminOperations)[ListName], 'list'> = adminOperations[name]
  const { filter: schema, sorts, defaultSort } = row.list
  const filter = schemaOf(schema).safeParse(parseJson('filter', parameters.filter, {}))
  if (!filter.success) throw withPrefix('filter', invalidInput(filter.error))

  const range = listRange.safeParse(parseJson('range', parameters.range, [0, 24]))
  if (!range.success || range.data[1] < range.data[0])
    throw invalidParameter('range', 'Use [first, last] with 0 ≤ first ≤ last')
  const [from, last] = range.data
  if (last - from + 1 > MAX_PAGE) throw invalidParameter('range', `Request at most ${MAX_PAGE} rows per page`)

  const sort = listSort(sorts).safeParse(parseJson('sort', parameters.sort, defaultSort))
  if (!sort.success) throw invalidParameter('sort', `Use [key, "ASC" or "DESC"] with a key of ${sorts.join(', ')}`)
  const [key, order] = sort.data
  const by = key === 'id' ? sorts[0] : key
  const hidden = hiddenFields(row, caller)
  for (const field of [...Object.keys(filter.data as object), by])
    if (hidden.includes(field))
      throw new ApiError('forbidden', `You cannot filter or sort by ${field}: reading it needs another capability.`)
  return {
    filter: filter.data as object,
    sort: { by, descending: order === 'DESC' },
    from,
    limit: last - from + 1,
  }
}

export function defaultSortOf(name: ListName): ListQuery<object, string>['sort'] {
  const [by, order] = adminOperations[name].list.defaultSort
  return { by, descending: order === 'DESC' }
}

function parseJson(name: string, text: string | undefined, fallback: unknown): unknown {
  if (text === undefined || text === '') return fallback
  let parsed: unknown
  try {
    parsed = secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new ApiError('malformed', `The query parameter “${name}” is not valid JSON.`, {
      errors: [{ field: name, message: 'Invalid JSON' }],
    })
  }
  assertStorable(parsed, name)
  return parsed
}

const invalidParameter = (field: string, message: string) =>
  new ApiError('invalid', `${message}.`, { errors: [{ field, message }] })

const withPrefix = (name: string, error: ApiError) =>
  new ApiError('invalid', error.message, {
    errors: error.errors.map((item) => ({ ...item, field: item.field ? `${name}.${item.field}` : name })),
  })
