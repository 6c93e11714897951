import type { Db } from '../../../db/open.ts'
import { queueWebhooks } from '../../platform/webhooks/service.ts'
import type { Certificate } from './queries.ts'

export async function queueIssuedWebhook(tx: Db, { id, title, type, user_id }: Certificate) {
  if (user_id === null) return
  await queueWebhooks(tx, [{ type: 'certificate.issued', data: { certificate_id: id, title, type, user_id } }])
}

export const queueRevokedWebhooks = (tx: Db, rows: Certificate[], state: 'revoked' | 'withdrawn') =>
  queueWebhooks(
    tx,
    rows.map(({ id, title }) => ({ type: 'certificate.revoked', data: { certificate_id: id, title, state } })),
  )
