import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../../db/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { certificates, users } from '../../../db/schema/index.ts'
import type { Item } from '../../../extension-points/bulk-action.ts'

const withdrawn: SQL = sql`when ${certificates.withdrawn_at} is not null then 'It was withdrawn.'`

/** The same rules as for one certificate (admin-service.ts). The first one that applies gives the refusal message. */
export const sendRefusal = (): Refusal => sql`case ${withdrawn}
  when ${certificates.user_id} is null then 'The account of its owner was erased.' end`

export const revokeRefusal = (): Refusal => sql`case ${withdrawn}
  when ${certificates.revoked_at} is not null then 'It is revoked already.' end`

export const restoreRefusal = (): Refusal => sql`case ${withdrawn}
  when ${certificates.revoked_at} is null then 'It is not revoked.'
  when exists (select 1 from certificates o where o.user_id = ${certificates.user_id} and o.course_id = ${certificates.course_id}
    and o.type = ${certificates.type} and o.id <> ${certificates.id} and o.revoked_at is null and o.withdrawn_at is null)
    then 'Its owner has a newer certificate, which stands instead of this one.' end`

/** Certificates with the e-mail address of their owner. */
export const listCertificates = (tx: Db, items: Item[]) =>
  tx
    .select({ certificate: certificates, email: users.email })
    .from(certificates)
    .leftJoin(users, eq(users.id, certificates.user_id))
    .where(
      inArray(
        certificates.id,
        items.map(({ id }) => id),
      ),
    )
    .orderBy(asc(certificates.id))
