import { asc, eq } from 'drizzle-orm'
import { accountBookings, deploymentEvents, deploymentInventories, deployments, labs } from '../../db/schema/index.ts'
import { because, type PersonalData, personalRows } from '../../extension-points/personal-data.ts'

const secret = 'the lab’s own, and secret'

const ran = personalRows(deployments, {
  id: { exported: true },
  user_id: { notExported: because.ours },
  lab_id: { notExported: 'told by its name' },
  snapshot_id: { notExported: 'the lab as it was, which is about nobody' },
  exam_id: { notExported: because.ours },
  exam_snapshot_id: { notExported: 'the exam as it was booked, which is about nobody' },
  attempt_id: { notExported: because.ours },
  course_id: { notExported: because.ours },
  lesson_id: { notExported: because.ours },
  cloud: { exported: true },
  cloud_account_id: { notExported: because.ours },
  state: { exported: true },
  reason: { exported: true },
  message: { exported: true },
  module_version: { exported: true },
  variables: { exported: true },
  stages: { notExported: 'what the cloud wrote while it built' },
  outputs: { notExported: secret },
  console_url: { notExported: secret },
  credentials_sealed: { notExported: secret },
  credentials_revoked_at: { notExported: because.work },
  lease_token: { notExported: because.work },
  heartbeat_at: { notExported: because.work },
  applied_at: { notExported: because.work },
  cost_reset: { exported: true },
  priority: { notExported: because.work },
  queued_at: { exported: true },
  present_at: { exported: true },
  held_until: { notExported: because.work },
  misses: { notExported: because.work },
  duration_seconds: { exported: true },
  extensions_used: { exported: true },
  running_at: { exported: true },
  ends_at: { exported: true },
  hard_deadline_at: { notExported: because.work },
  warned_minutes: { notExported: because.work },
  created_at: { exported: true },
  ended_at: { exported: true },
  version: { notExported: because.work },
  test: { exported: true },
  preflight_of: { notExported: because.ours },
  kind: { notExported: because.work },
  flags_marked_at: { notExported: because.work },
})
const told = 'what the page of the lab was told as it happened: the lab’s own row says what came of it'
const events = personalRows(deploymentEvents, {
  id: { notExported: told },
  deployment_id: { notExported: told },
  kind: { notExported: told },
  data: { notExported: told },
  at: { notExported: told },
})

const read = 'what stood in the account of a lab when we looked'
const inventories = personalRows(deploymentInventories, {
  deployment_id: { notExported: read },
  asked_at: { notExported: read },
  read_at: { notExported: read },
  error: { notExported: read },
  resources: { notExported: read },
  hourly_micros: { notExported: read },
  types: { notExported: read },
  max_resources: { notExported: read },
  max_hourly_cost: { notExported: read },
  over: { notExported: read },
  over_since: { notExported: read },
  over_readings: { notExported: read },
})

const span = 'which hours of the clouds a booking takes: the attempt itself tells when the exam is'
const booked = personalRows(accountBookings, {
  attempt_id: { notExported: span },
  cloud: { notExported: span },
  from_at: { notExported: span },
  until_at: { notExported: span },
})

export const deploymentData: PersonalData = {
  name: 'deployments',
  tables: [ran, events, inventories, booked],
  erased: 'Your labs: what you ran, the flags you tried and solved, and the data you gave for them.',
  async collect(db, { id }) {
    const mine = await db
      .select({ lab: labs.slug, ...ran.shown })
      .from(deployments)
      .leftJoin(labs, eq(labs.id, deployments.lab_id))
      .where(eq(deployments.user_id, id))
      .orderBy(asc(deployments.created_at))
    return { deployments: mine }
  },
  async erase(tx, { id }) {
    await tx.delete(deployments).where(eq(deployments.user_id, id))
  },
}
