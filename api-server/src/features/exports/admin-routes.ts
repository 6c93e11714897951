import { type ListName, type Operation, operations } from '@flagyard/api-types'
import { pathNames, type SchemaRef } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { PathValues } from '../../db/list-source.ts'
import { listInBatches } from '../../db/list-source.ts'
import { ApiError, invalidField } from '../../errors.ts'
import { type Api, handle } from '../../http/handle.ts'
import { listTitle } from '../../http/list.ts'
import { readList } from '../../http/list-query.ts'
import { assertAccess } from '../../identity/require-access.ts'
import { csvStream } from './csv.ts'

/** Every list that is served can be taken away as a file: by the same filters, in the same order, with the same rights. */
export function exportAdminRoutes(api: Api) {
  handle(api, 'exportList', async ({ deps, params, body: { ids, names, ...asked }, user, address, reply }) => {
    const name = params.list as ListName
    const list = api.lists.get(name)
    if (!list) throw new ApiError('not_found', 'There is no such list.')
    const row: Operation = operations[name]
    assertAccess(row, user)
    const { filter, sort } = readList(name, asked)
    const scope = await list.scope?.(deps.db, namesOf(row, names))
    await recordAudit(deps.db, {
      actor: user,
      action: 'exports.list',
      subject: { type: 'list', id: listTitle(name) },
      after: { ...names, filter, ...(ids && { rows: ids.length }) },
      address,
    })
    const chosen = ids && list.source.where({ ...filter, id: ids })
    const rows = listInBatches(deps.db, list.source, { filter, sort }, scope, chosen)
    const day = deps.clock.now().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${listTitle(name)}-${day}.csv"`)
    return csvStream(row.returns as SchemaRef, rows)
  })
}

/** What the list's path would have named. */
function namesOf(row: Operation, values: Partial<PathValues> = {}): PathValues {
  return Object.fromEntries(
    pathNames(row.path).map((name) => {
      const value = values[name]
      if (value === undefined) throw invalidField(`names.${name}`, 'Say whose list it is')
      return [name, value]
    }),
  )
}
