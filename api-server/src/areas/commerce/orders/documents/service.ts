import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/uuid.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findOrderOf } from '../queries.ts'
import { numberOf } from './issue.ts'
import * as queries from './queries.ts'

export type OrderDocument = Output<'orderDocument'>

interface Asked {
  id: string
  document_id: string
}

/** Documents by order id, oldest first. */
export async function listOrderDocuments(db: Db, orderIds: string[]): Promise<Map<string, OrderDocument[]>> {
  const documents = Map.groupBy(await queries.listDocumentsOf(db, orderIds), ({ order_id }) => order_id)
  return new Map([...documents].map(([id, rows]) => [id, rows.map(present)]))
}

const present = (row: queries.DocumentRow): OrderDocument => ({
  id: row.id,
  number: numberOf(row),
  kind: row.kind,
  issued_at: row.issued_at.toISOString(),
  total: { amount: row.total_amount, currency: row.currency },
})

/** Downloads a document of the caller's own order. Throws `not_found` for orders of other accounts. */
export async function downloadOwnDocument({ db }: Pick<Deps, 'db'>, user: CurrentUser, asked: Asked) {
  if (!(await findOrderOf(db, user.id, asked.id))) throw notThere()
  return downloadDocument({ db }, asked)
}

const notThere = () => new ApiError('not_found', 'There is no such document.')

export async function downloadDocument({ db }: Pick<Deps, 'db'>, { id, document_id }: Asked) {
  const found = isUuid(id) && isUuid(document_id) ? await queries.findDocument(db, id, document_id) : undefined
  if (!found) throw notThere()
  const { renderDocument } = await import('./pdf.ts')
  const number = numberOf(found.document)
  return { file: await renderDocument(found), name: `Flagyard ${number}`, number }
}
