import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/open.ts'
import { courses, deploymentInventories, deployments, exams, labs, users } from '../../../../db/schema/index.ts'
import { columnsOf, firstRow, hasId } from '../../../../db/sql.ts'

export type InventoryRow = typeof deploymentInventories.$inferSelect

/** Seconds between two inventory readings of a simulated account, or of any account over its limits. */
const READING_SECONDS = 290
/**
 * Seconds between two inventory readings of an account that is not simulated. A reading is a full dry run of the cleaner, which
 * queries every resource type in every region.
 */
const REAL_READING_SECONDS = 30 * 60

/** Whether the latest reading is due for a refresh. */
const isStale = ({ labDriver }: Pick<Config, 'labDriver'>) => {
  const pause = labDriver === 'simulated' ? READING_SECONDS : REAL_READING_SECONDS
  return sql`${deploymentInventories.asked_at} < now() - make_interval(secs =>
    case when ${deploymentInventories.over_readings} > 0 then ${READING_SECONDS}::int else ${pause}::int end)`
}

/** Pre-flights are excluded: they end before a second reading. */
const isRead = and(eq(deployments.state, 'running'), isNull(deployments.preflight_of))

/** Running environments whose reading is due; longest wait first. */
export const listDueReadings = (db: Db, config: Pick<Config, 'labDriver'>, limit = 200) =>
  db
    .select({ id: deployments.id })
    .from(deployments)
    .leftJoin(deploymentInventories, eq(deploymentInventories.deployment_id, deployments.id))
    .where(and(isRead, or(isNull(deploymentInventories.asked_at), isStale(config))))
    .orderBy(sql`${deploymentInventories.asked_at} nulls first`, asc(deployments.id))
    .limit(limit)

/** Claims a due reading, so that only one worker does it. The returned token is checked when the result is saved, so that a late result changes nothing. */
export async function claimReading(db: Db, config: Pick<Config, 'labDriver'>, id: string): Promise<string | undefined> {
  const due = sql`select ${deployments.id}, clock_timestamp() from ${deployments} where ${and(eq(deployments.id, id), isRead)}`
  const claimed = sql`insert into ${deploymentInventories} (deployment_id, asked_at) ${due}
    on conflict (deployment_id) do update set asked_at = clock_timestamp()
    where ${isStale(config)}
    returning asked_at::text as token`
  // Both database drivers return `rows` from `execute`, but the types do not say so.
  const { rows } = (await db.execute(claimed)) as unknown as { rows: { token: string }[] }
  return rows[0]?.token
}

type Reading = Pick<
  InventoryRow,
  'resources' | 'hourly_micros' | 'types' | 'max_resources' | 'max_hourly_cost' | 'over'
>

/** Saves a reading and counts consecutive readings over the limits. Undefined if another reading has started since. */
export async function saveReading(
  tx: Db,
  id: string,
  token: string,
  reading: Reading,
): Promise<InventoryRow | undefined> {
  const isOver = reading.over.length > 0
  const [row] = await tx
    .update(deploymentInventories)
    .set({
      ...reading,
      read_at: sql`now()`,
      error: null,
      over_since: isOver ? sql`coalesce(${deploymentInventories.over_since}, now())` : null,
      over_readings: isOver ? sql`${deploymentInventories.over_readings} + 1` : 0,
    })
    .where(isReading(id, token))
    .returning()
  return row
}

export async function saveFailedReading(db: Db, id: string, token: string, error: string): Promise<void> {
  await db.update(deploymentInventories).set({ error }).where(isReading(id, token))
}

const isReading = (id: string, token: string) =>
  and(eq(deploymentInventories.deployment_id, id), sql`${deploymentInventories.asked_at} = ${token}::timestamptz`)

export const findInventory = (db: Db, id: string): Promise<InventoryRow | undefined> =>
  firstRow(db.select().from(deploymentInventories).where(eq(deploymentInventories.deployment_id, id)))

/** A deployment of any learner, with its inventory. */
export async function findWithInventory(db: Db, id: string) {
  const [row] = await db
    .select({
      ...columnsOf(deployments, 'state', 'exam_id'),
      inventory: deploymentInventories,
    })
    .from(deployments)
    .leftJoin(deploymentInventories, eq(deploymentInventories.deployment_id, deployments.id))
    .where(hasId(deployments.id, id))
  return row
}

/** Recipient of a mail about the inventory, and the page to link to. */
export async function findAddressee(db: Db, id: string) {
  const [row] = await db
    .select({
      user_id: users.id,
      ...columnsOf(users, 'email', 'full_name'),
      lab: labs.title,
      exam: exams.title,
      exam_slug: exams.slug,
      course: courses.slug,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(courses, eq(courses.id, deployments.course_id))
    .where(and(eq(deployments.id, id), isNull(users.disabled_at)))
  return row
}
