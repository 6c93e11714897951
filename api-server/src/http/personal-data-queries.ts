import { eq } from 'drizzle-orm'
import { idempotencyKeys } from '../db/schema/index.ts'
import { type PersonalData, personalRows } from '../extension-points/personal-data.ts'

const copy = 'stored for a day, to answer a repeated request: a copy of what its feature exports'

export const idempotencyData: PersonalData = {
  name: 'idempotency-keys',
  tables: [
    personalRows(idempotencyKeys, {
      account: { notExported: copy },
      operation: { notExported: copy },
      key: { notExported: copy },
      request_hash: { notExported: copy },
      status: { notExported: copy },
      reply_sealed: { notExported: copy },
      created_at: { notExported: copy },
    }),
  ],
  async erase(tx, { id }) {
    await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.account, id))
  },
}
