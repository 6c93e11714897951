import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { contentImports } from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/sql.ts'

export type ImportRow = typeof contentImports.$inferSelect

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(contentImports).where(hasId(contentImports.id, id))
  return row
}

const now = { updated_at: sql`now()` }
const counted = { version: sql`${contentImports.version} + 1` }

/** Starts or repeats a check; undefined while the archive is being imported, or after it was. */
export async function beginCheck(tx: Db, id: string, prune: boolean): Promise<ImportRow | undefined> {
  const fresh = { prune, state: 'checking', report: null, fingerprint: null, moved: false, failure: null } as const
  const [row] = await tx
    .insert(contentImports)
    .values({ id, ...fresh })
    .onConflictDoUpdate({
      target: contentImports.id,
      set: { ...fresh, ...now, ...counted },
      setWhere: inArray(contentImports.state, ['checking', 'checked', 'failed']),
    })
    .returning()
  return row
}

/** Starts the import of the report version that was shown; undefined if the report has changed or another administrator was faster. */
export async function beginImport(tx: Db, id: string, version: number): Promise<ImportRow | undefined> {
  const [row] = await tx
    .update(contentImports)
    .set({ state: 'importing', moved: false, ...now })
    .where(and(hasId(contentImports.id, id), eq(contentImports.state, 'checked'), eq(contentImports.version, version)))
    .returning()
  return row
}

type Outcome = Partial<Pick<ImportRow, 'report' | 'fingerprint' | 'moved' | 'failure'>> & { state: ImportRow['state'] }

/** Records the outcome. False if this run is no longer current; its work must then be rolled back. */
export async function finishImport(
  tx: Db,
  { id, version, state }: Pick<ImportRow, 'id' | 'version' | 'state'>,
  outcome: Outcome,
): Promise<boolean> {
  const rows = await tx
    .update(contentImports)
    .set({ ...outcome, ...now, ...counted })
    .where(and(eq(contentImports.id, id), eq(contentImports.state, state), eq(contentImports.version, version)))
    .returning({ id: contentImports.id })
  return rows.length > 0
}
