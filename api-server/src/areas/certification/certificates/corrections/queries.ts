import type { MyCorrection } from '@flagyard/api-types'
import { and, desc, eq, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { contains } from '../../../../db/lists/search.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import { certificates, certificateCorrections as corrections, users } from '../../../../db/schema/index.ts'
import { accountIdOf } from '../../../platform/auth/index.ts'

type Correction = typeof corrections.$inferSelect

export const correctionSource = {
  table: corrections,
  id: sql`${corrections.id}::text`,
  where: ({ id, q, state, username }) =>
    and(
      id && isAmongUuids(corrections.id, id),
      // Must equal the expression of the index `certificate_corrections_search`.
      contains(sql`${corrections.name} || ' ' || ${corrections.printed}`, q),
      state && eq(corrections.state, state),
      username === undefined ? undefined : sql`${corrections.user_id} = ${accountIdOf(username)}`,
    ),
  keys: { created_at: [sql`${corrections.created_at}`, sql`${corrections.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: corrections.id,
          certificate_id: corrections.certificate_id,
          username: users.username,
          full_name: users.full_name,
          title: certificates.title,
          // The current name while the request is open, and the name at the time of the decision afterwards.
          printed: sql<string>`case when ${corrections.state} = 'open' then ${certificates.name} else ${corrections.printed} end`,
          name: corrections.name,
          reason: corrections.reason,
          state: corrections.state,
          answer: corrections.answer,
          created_at: corrections.created_at,
          decided_at: corrections.decided_at,
          version: certificates.version,
          ...slice.cursor,
        })
        .from(corrections)
        .innerJoin(certificates, eq(certificates.id, corrections.certificate_id))
        .innerJoin(users, eq(users.id, corrections.user_id)),
      slice,
    ),
} satisfies ListSourceOf<'listCertificateCorrections'>

/** Inserts a correction request; undefined if one is already open for this certificate. Only one of several concurrent calls inserts it. */
export async function insertCorrection(
  tx: Tx,
  row: Pick<Correction, 'certificate_id' | 'user_id' | 'name' | 'printed' | 'reason'>,
): Promise<Correction | undefined> {
  const [inserted] = await tx.insert(corrections).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Newest first, limited to what a page shows. */
export const listCorrectionsOf = (db: Db, userId: string) =>
  db.select().from(corrections).where(eq(corrections.user_id, userId)).orderBy(desc(corrections.created_at)).limit(100)

export async function findOpenCorrection(db: Db, certificateId: string) {
  const [row] = await db
    .select({
      id: corrections.id,
      name: corrections.name,
      reason: corrections.reason,
      created_at: corrections.created_at,
    })
    .from(corrections)
    .where(and(eq(corrections.certificate_id, certificateId), eq(corrections.state, 'open')))
  return row
}

/** A correction with the account that requested it. */
export async function findCorrection(db: Db, id: string) {
  const [row] = await db
    .select({
      correction: corrections,
      learner: { id: users.id, email: users.email, full_name: users.full_name },
      title: certificates.title,
    })
    .from(corrections)
    .innerJoin(users, eq(users.id, corrections.user_id))
    .innerJoin(certificates, eq(certificates.id, corrections.certificate_id))
    .where(eq(corrections.id, id))
  return row
}

/** Decides an open correction; false if it is already decided. */
export async function decideCorrection(
  tx: Tx,
  id: string,
  { state, answer, by, printed }: { state: 'accepted' | 'refused'; answer: string | null; by: string; printed: string },
): Promise<boolean> {
  const decided = await tx
    .update(corrections)
    .set({ state, answer, printed, decided_by: by, decided_at: sql`now()` })
    .where(and(eq(corrections.id, id), eq(corrections.state, 'open')))
    .returning({ id: corrections.id })
  return decided.length > 0
}

/** Closes open corrections of a withdrawn certificate. */
export const closeCorrections = (tx: Tx, certificateId: string, answer: string) =>
  tx
    .update(corrections)
    .set({ state: 'refused', answer, decided_at: sql`now()` })
    .where(and(eq(corrections.certificate_id, certificateId), eq(corrections.state, 'open')))

export const toMyCorrection = (row: Correction): MyCorrection => ({
  certificate_id: row.certificate_id,
  name: row.name,
  reason: row.reason,
  state: row.state,
  answer: row.answer,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})
