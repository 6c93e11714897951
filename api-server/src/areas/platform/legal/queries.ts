import type { LegalPageName } from '@flagyard/api-types'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { legalAcceptances as acceptances, legalVersions as versions } from '../../../db/schema/index.ts'

const head = { page: versions.page, version: versions.version, effective_at: sql<Date>`${versions.effective_at}` }

/** Maximum number of published versions in memory, of all pages together. */
const MAX_VERSIONS = 500

/** Published versions, including scheduled ones, without their texts. Newest first. */
export const listPublished = (db: Db) =>
  db
    .select({
      ...head,
      effective_at: versions.effective_at,
      summary: versions.summary,
      needs_acceptance: versions.needs_acceptance,
    })
    .from(versions)
    .where(isNotNull(versions.effective_at))
    .orderBy(desc(versions.version), versions.page)
    .limit(MAX_VERSIONS)

export async function findText(db: Db, page: LegalPageName, version: number): Promise<string | undefined> {
  const [row] = await db
    .select({ markdown: versions.markdown })
    .from(versions)
    .where(and(eq(versions.page, page), eq(versions.version, version)))
  return row?.markdown
}

/** Version in effect, with the latest one that has to be accepted. */
export async function findCurrent(db: Db, page: LegalPageName, now: Date) {
  const [row] = await db
    .select({
      version: sql<number | null>`max(${versions.version})`,
      required: sql<number | null>`max(${versions.version}) filter (where ${versions.needs_acceptance})`,
    })
    .from(versions)
    .where(and(eq(versions.page, page), lte(versions.effective_at, now)))
  return { version: row?.version ?? null, required: row?.required ?? null }
}

const accepted = {
  page: acceptances.page,
  version: acceptances.version,
  via: acceptances.via,
  accepted_at: acceptances.accepted_at,
}

/** Latest version of a page that the account accepted. */
export async function findAcceptance(db: Db, userId: string, page: LegalPageName) {
  const [row] = await db
    .select(accepted)
    .from(acceptances)
    .where(and(eq(acceptances.user_id, userId), eq(acceptances.page, page)))
    .orderBy(desc(acceptances.version))
    .limit(1)
  return row
}

/** Records an acceptance. The first one of a version counts. */
export const insertAcceptance = (tx: Db, row: typeof acceptances.$inferInsert) =>
  tx.insert(acceptances).values(row).onConflictDoNothing()

/** Maximum number of acceptances of one account that are shown. */
const MAX_ACCEPTANCES = 100

export const listAcceptances = (db: Db, userId: string) =>
  db
    .select(accepted)
    .from(acceptances)
    .where(eq(acceptances.user_id, userId))
    .orderBy(desc(acceptances.accepted_at), acceptances.page)
    .limit(MAX_ACCEPTANCES)

/** Latest version of each page, whatever its state. */
export const listLatest = (db: Db) =>
  db
    .selectDistinctOn([versions.page], {
      page: versions.page,
      version: versions.version,
      effective_at: versions.effective_at,
    })
    .from(versions)
    .orderBy(versions.page, desc(versions.version))

/** Maximum number of versions on the page of an administrator. */
const SHOWN_VERSIONS = 20

/** Latest versions of a page with their texts, newest first. */
export const listVersions = (db: Db, page: LegalPageName) =>
  db
    .select({
      version: versions.version,
      markdown: versions.markdown,
      summary: versions.summary,
      needs_acceptance: versions.needs_acceptance,
      effective_at: versions.effective_at,
      edit: versions.edit,
    })
    .from(versions)
    .where(eq(versions.page, page))
    .orderBy(desc(versions.version))
    .limit(SHOWN_VERSIONS)

/** Number of accounts by the version that they accepted. */
export async function countAcceptances(db: Db, page: LegalPageName, among: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ version: acceptances.version, accounts: sql<number>`count(*)::int` })
    .from(acceptances)
    .where(and(eq(acceptances.page, page), inArray(acceptances.version, among)))
    .groupBy(acceptances.version)
  return new Map(rows.map(({ version, accounts }) => [version, accounts]))
}

interface Draft {
  page: LegalPageName
  version: number
  markdown: string
  summary: string
  needs_acceptance: boolean
}

/** Returns false if the draft exists already. */
export async function insertDraft(tx: Db, draft: Draft): Promise<boolean> {
  const rows = await tx.insert(versions).values(draft).onConflictDoNothing().returning({ version: versions.version })
  return rows.length > 0
}

/** Changes the draft or scheduled version; returns false if it has changed since `edit`, or is in effect. */
export async function updateNext(
  tx: Db,
  { page, version, edit }: { page: LegalPageName; version: number; edit: number },
  changes: Partial<Omit<Draft, 'page' | 'version'>> & { effective_at?: Date | null },
  { now, isDraft }: { now: Date; isDraft: boolean },
): Promise<boolean> {
  const rows = await tx
    .update(versions)
    .set({ ...changes, edit: sql`${versions.edit} + 1`, updated_at: now })
    .where(
      and(
        eq(versions.page, page),
        eq(versions.version, version),
        eq(versions.edit, edit),
        isDraft ? isNull(versions.effective_at) : gt(versions.effective_at, now),
      ),
    )
    .returning({ version: versions.version })
  return rows.length > 0
}
