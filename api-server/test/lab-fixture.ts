import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { grant } from '../src/areas/catalogue/entitlements/service.ts'
import type { Db, OpenedDatabase } from '../src/db/open.ts'
import * as schema from '../src/db/schema/index.ts'
import type { Deps } from '../src/deps.ts'
import { type CloudDriver, withCallTimeouts } from '../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../src/integrations/clouds/simulated.ts'
import type { Secrets } from '../src/secrets.ts'
import { startTestApp, type TestApp } from './app.ts'
import { openTestDatabase } from './database.ts'
import { createManualQueue, type ManualQueue } from './manual-queue.ts'

export interface LabBench extends TestApp {
  queue: ManualQueue
  lab: typeof schema.labs.$inferSelect
  /** Where the lab stands, as calls take it. */
  place: { slug: string; section: string; lesson: string }
  lesson: typeof schema.lessons.$inferSelect
  flags: Record<'STATIC' | 'DYNAMIC' | 'NOFLAG', string>
  /** Takes away accounts, deployments and what stands in the clouds: learners and the lab stay. */
  clear(): Promise<void>
  enrol(username: string): Promise<void>
  addAccount(more?: Partial<typeof schema.cloudAccounts.$inferInsert>): Promise<string>
  accountNow(id: string): Promise<typeof schema.cloudAccounts.$inferSelect>
  /** The provider's word on an account. */
  standing(): Promise<string[]>
  /** The dynamic flag as it stands in the cloud of a deployment. */
  planted(deployment: string): Promise<string>
  /** An author tries the lab with its draft, and solves every flag; the secret is that of its static one. */
  solveTest(secret: string, values?: Record<string, string>): Promise<void>
  fault(fault: typeof schema.simulatedFaults.$inferInsert): Promise<void>
}

/** A server with one lab in one course, on clouds that take no time, its jobs worked by hand. */
export async function openLabBench({
  labChanges = {},
  database,
  createClouds = (deps) => createSimulatedClouds(deps.db),
}: {
  labChanges?: Partial<typeof schema.labs.$inferInsert>
  database?: OpenedDatabase
  createClouds?: (deps: Pick<Deps, 'db'>) => CloudDriver
} = {}): Promise<LabBench> {
  const opened = database ?? (await openTestDatabase())
  const holder: { deps?: Deps } = {}
  const queue = createManualQueue(() => holder.deps!)
  const clouds = withCallTimeouts(createClouds(opened))
  const app = await startTestApp({ database: opened, deps: { queue, clouds } })
  holder.deps = app.deps
  const { db, secrets } = app.deps
  const made = await insertLab(db, labChanges)
  async function planted(deployment: string) {
    const { simulatedResources: resources } = schema
    const mine = await db.select().from(resources).where(eq(resources.deployment_id, deployment))
    return /FLAG\{[0-9a-f]{32}\}/.exec(JSON.stringify(mine))?.[0] ?? 'none'
  }
  return {
    ...app,
    ...made,
    queue,
    async clear() {
      queue.waiting.length = 0
      await db.execute(CLEAR)
    },
    async enrol(username) {
      const user = await app.idOf(username)
      await grant(db, { userId: user, course: made.lesson.course_id, source: 'administrator' })
    },
    addAccount: (more) => insertAccount(db, secrets, more),
    async accountNow(id) {
      const [row] = await db.select().from(schema.cloudAccounts).where(eq(schema.cloudAccounts.id, id))
      return row!
    },
    async standing() {
      const rows = await db.select().from(schema.simulatedResources)
      return rows.map((row) => `${row.account_id} ${row.type}.${row.name}`).sort()
    },
    planted,
    async solveTest(secret, values = {}) {
      const { slug } = made.lab
      await insertAccount(db, secrets)
      const { deployment, flags } = await app.asAdmin.startLabTest({ slug, labTestInput: { values } })
      await queue.work()
      const answers = { STATIC: secret, DYNAMIC: await planted(deployment?.id ?? ''), NOFLAG: '' }
      for (const { id, type } of flags)
        await app.asAdmin.submitTestFlag({ slug, id, submitFlagPayload: { flag: answers[type] } })
      await app.asAdmin.endLabTest({ slug })
      await queue.work()
    },
    async fault(fault) {
      await db.insert(schema.simulatedFaults).values(fault)
    },
  }
}

const CLEARED = [
  schema.deployments,
  schema.cloudAccounts,
  schema.labAccess,
  schema.simulatedResources,
  schema.simulatedFaults,
  schema.simulatedHistory,
  schema.rateLimits,
  schema.outbox,
]

/**
 * One statement, because it runs before every test and often within one. The triggers of the audit refuse this to everybody; a superuser, as these
 * tests are, can go round every trigger.
 */
const CLEAR = sql`do $$ begin
  ${sql.join(CLEARED.map((table) => sql`delete from ${table};`))}
  set local session_replication_role = replica;
  delete from ${schema.audit};
end $$`

export async function insertAccount(
  db: Db,
  secrets: Secrets,
  more: Partial<typeof schema.cloudAccounts.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID()
  const account_id = String(100_000_000_000 + Math.floor(Math.random() * 800_000_000_000))
  await db.insert(schema.cloudAccounts).values({
    id,
    cloud: 'aws',
    account_id,
    name: `aws-${account_id.slice(-4)}`,
    region: 'eu-west-1',
    status: 'Available',
    status_since: sql`clock_timestamp()`,
    credentials_sealed: secrets.seal('credentials', id, JSON.stringify({ access_key_id: 'AKIA', secret: 'canary' })),
    ...more,
  })
  if ((more.status ?? 'Available') === 'Available') await giveReceipt(db, id)
  return id
}

/** The account was found empty: now it can be leased. */
export async function giveReceipt(db: Db, id: string): Promise<void> {
  const receipt_id = randomUUID()
  const empty = { removed: [], residue: [], left: [] }
  await db.insert(schema.nukeReceipts).values({ id: receipt_id, cloud_account_id: id, pass: 2, ...empty })
  await db.update(schema.cloudAccounts).set({ receipt_id }).where(eq(schema.cloudAccounts.id, id))
}

export async function insertLab(db: Db, changes: Partial<typeof schema.labs.$inferInsert> = {}) {
  const [lab] = await db
    .insert(schema.labs)
    .values({
      slug: 'open-door',
      title: 'The open door',
      difficulty: 'beginner',
      cloud: 'aws',
      module: 'aws/open-door',
      module_stages: [
        { name: 'Drawing the account', resources: [{ type: 'aws_iam_user', name: 'lab-user' }] },
        { name: 'Planting your flags', resources: [{ type: 'aws_s3_object', name: 'payroll-2026-10' }] },
        { name: 'Handing you the keys', resources: [{ type: 'aws_iam_access_key', name: 'lab-user-key' }] },
      ],
      duration_minutes: 60,
      extensions: 2,
      extension_minutes: 15,
      resets: 2,
      access_days: 30,
      status: 'published',
      ...changes,
    })
    .returning()
  const [course] = await db
    .insert(schema.courses)
    .values({ slug: 'red-team', title: 'Red team', level: 'beginner', price_amount: 100, status: 'published' })
    .returning()
  const [section] = await db
    .insert(schema.sections)
    .values({ course_id: course!.id, slug: 'first', title: 'First', position: 1 })
    .returning()
  const [lesson] = await db
    .insert(schema.lessons)
    .values({
      course_id: course!.id,
      section_id: section!.id,
      slug: 'the-lab',
      title: 'The lab',
      position: 1,
      kind: 'lab',
      lab_id: lab!.id,
    })
    .returning()
  const ids = { STATIC: randomUUID(), DYNAMIC: randomUUID(), NOFLAG: randomUUID() }
  await db.insert(schema.flags).values([
    {
      id: ids.STATIC,
      lab_id: lab!.id,
      position: 1,
      title: 'The door',
      question: 'Which role?',
      type: 'STATIC',
      points: 10,
      secret: 'audit-reader',
      walkthrough: 'List the roles.',
    },
    {
      id: ids.DYNAMIC,
      lab_id: lab!.id,
      position: 2,
      title: 'Behind it',
      question: 'What is in the file?',
      type: 'DYNAMIC',
      points: 30,
      secret: 'flag_payroll',
    },
    {
      id: ids.NOFLAG,
      lab_id: lab!.id,
      position: 3,
      title: 'One line',
      question: 'Written down?',
      type: 'NOFLAG',
      points: 5,
    },
  ])
  return { lab: lab!, lesson: lesson!, flags: ids, place: { slug: 'red-team', section: 'first', lesson: 'the-lab' } }
}
