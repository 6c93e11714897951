import { type ListName, type Operation, operations } from '@flagyard/api-types'
import { pathNames, type SchemaRef } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { listInBatches, type PathValues } from '../../../db/lists/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { type Api, handle } from '../../../http/calls/handle.ts'
import type { ServedList } from '../../../http/calls/handler-context.ts'
import { listTitle } from '../../../http/calls/list.ts'
import { readList } from '../../../http/calls/list-query.ts'
import { attachment } from '../../../http/files.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { isStillSignedIn } from '../../../identity/queries.ts'
import { assertAccess, hiddenFields } from '../../../identity/require-access.ts'
import { columnsOf, csvStream, rowSchema } from './csv.ts'

/** Exports any list as CSV, with the same filters, order and rights as the list itself. */
export function exportAdminRoutes(api: Api) {
  handle(
    api,
    'exportList',
    async ({ deps, params, body: { ids, names, columns: asked, ...listQuery }, user, address, reply }) => {
      const name = params.list as ListName
      const list = api.lists.get(name)
      if (!list) throw new ApiError('not_found', 'There is no such list.')
      const operation: Operation = operations[name]
      assertAccess(operation, user)
      const { filter: shared, sort } = readList(name, listQuery, user)
      const filter = list.narrow?.(shared, user) ?? shared
      const schema = rowSchema(operation.returns as SchemaRef, hiddenFields(operation, user))
      const columns = columnsOf(schema, asked)
      const scope = await list.scope?.(deps.db, pathValuesOf(operation, names))
      await recordAudit(deps.db, {
        actor: user,
        action: 'exports.list',
        subject: { type: 'list', id: listTitle(name) },
        after: { ...names, filter: shared, ...(ids && { rows: ids.length }) },
        address,
      })
      const selection = ids && list.source.where({ ...filter, id: ids })
      const batches = listInBatches(deps.db, list.source, { filter, sort }, scope, selection)
      const day = deps.clock.now().toISOString().slice(0, 10)
      reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(`${listTitle(name)}-${day}.csv`))
      return csvStream(schema, columns, whileSignedIn(deps.db, user, batches, list))
    },
  )
}

/** Rows as the caller may see them. Stops a long export when its caller is signed out. */
async function* whileSignedIn(
  db: Db,
  user: CurrentUser,
  batches: AsyncIterable<object[]>,
  { present = (row) => row }: ServedList,
): AsyncGenerator<object[]> {
  for await (const batch of batches) {
    if (!(await isStillSignedIn(db, user))) throw new ApiError('not_signed_in', 'You were signed out.')
    yield batch.map((row) => present(row, user))
  }
}

/** Values of the list's path parameters, which an export sends in its body. */
function pathValuesOf(operation: Operation, values: Partial<PathValues> = {}): PathValues {
  return Object.fromEntries(
    pathNames(operation.path).map((name) => {
      const value = values[name]
      if (value === undefined) throw invalidField(`names.${name}`, 'This list needs this value')
      return [name, value]
    }),
  )
}
