import { asc, eq } from 'drizzle-orm'
import {
  accountBookings,
  deploymentEvents,
  deploymentInventories,
  deployments,
  groupMembers,
  groupReservations,
  labs,
  poolDrifts,
} from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'

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
  receipt_id: { notExported: because.ours },
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

const group = 'about accounts that are kept for a group, and no person'
const reservations = personalColumns(groupReservations, {
  id: { notExported: group, kept: group },
  name: { exported: true, kept: group },
  cloud: { exported: true, kept: group },
  accounts: { notExported: group, kept: group },
  from_at: { exported: true, kept: group },
  until_at: { exported: true, kept: group },
  created_by: {
    notExported: because.administrator,
    kept: 'an id alone, which leads to nobody once that account is gone',
  },
  created_at: { notExported: group, kept: group },
  cancelled_at: { notExported: group, kept: group },
  version: { notExported: group, kept: group },
})
const members = personalRows(groupMembers, {
  reservation_id: { notExported: 'told by its name' },
  user_id: { notExported: because.ours },
})
const drifted = 'about an account of ours in a cloud, and no person'
const drifts = personalColumns(poolDrifts, {
  id: { notExported: drifted, kept: drifted },
  kind: { notExported: drifted, kept: drifted },
  cloud: { notExported: drifted, kept: drifted },
  cloud_account_id: { notExported: drifted, kept: drifted },
  deployment_id: { notExported: drifted, kept: 'a number, which leads to nobody once the lab is gone' },
  detail: { notExported: drifted, kept: drifted },
  done: { notExported: drifted, kept: drifted },
  at: { notExported: drifted, kept: drifted },
})

export const deploymentData: PersonalData = {
  name: 'deployments',
  tables: [ran, events, inventories, booked, reservations, members, drifts],
  erased:
    'Your labs: what you ran, the flags you tried and solved, the data you gave for them, and the groups that accounts were kept for.',
  async collect(db, { id }) {
    const mine = await db
      .select({ lab: labs.slug, ...ran.shown })
      .from(deployments)
      .leftJoin(labs, eq(labs.id, deployments.lab_id))
      .where(eq(deployments.user_id, id))
      .orderBy(asc(deployments.created_at))
    const { name, cloud, from_at, until_at } = groupReservations
    const groups = await db
      .select({ name, cloud, from_at, until_at })
      .from(groupMembers)
      .innerJoin(groupReservations, eq(groupReservations.id, groupMembers.reservation_id))
      .where(eq(groupMembers.user_id, id))
      .orderBy(asc(from_at))
    return { deployments: mine, groups }
  },
  async erase(tx, { id }) {
    await tx.delete(groupMembers).where(eq(groupMembers.user_id, id))
    await tx.delete(deployments).where(eq(deployments.user_id, id))
  },
}
