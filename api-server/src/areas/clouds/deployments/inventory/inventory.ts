import { formatMicros } from '@flagyard/api-types/contract/money'
import { paths } from '@flagyard/api-types/links'
import type { Db } from '../../../../db/open.ts'
import type { CountedType, Excess } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { CloudError, type ResourceName } from '../../../../integrations/clouds/driver.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { listHourlyPrices, PRICE_CURRENCY } from '../../../catalogue/labs/index.ts'
import { type AccountRow, accountOf, takeInventory } from '../../cloud-accounts/index.ts'
import type { DeploymentRow } from '../queries.ts'
import * as queries from '../queries.ts'
import { findRunLab } from '../snapshot-queries.ts'
import { beginTeardown } from '../teardown/teardown.ts'
import type { InventoryRow } from './queries.ts'
import * as inventories from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'config'>

/** Timeout of an inventory reading, in seconds: it ends before the next reading of the account is due. A dry run of a real cleaner takes minutes. */
const READING_TIMEOUT_SECONDS = 240

/** Number of consecutive inventory readings over the limits after which a lab is ended. The first one sends a warning. */
const READINGS_TO_END = 2

/** Queues a reading for each running environment that is due. Safe to retry: an environment read meanwhile is not due. */
export async function queueReadings({ db, queue, config }: Pick<Deps, 'db' | 'queue' | 'config'>): Promise<void> {
  const due = await inventories.listDueReadings(db, config)
  await queue.sendMissing(
    db,
    'deployments.read-inventory',
    due.map(({ id }) => id),
  )
}

/**
 * Counts the resources in the account of a running environment and compares them with its limits. Safe to retry: a reading that has started is not
 * due again, and a late result is discarded. If the provider fails, the last reading stays, with the error.
 */
export async function readInventory(deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const { db, log, config } = deps
  const token = await inventories.claimReading(db, config, id)
  if (!token) return
  const deployment = await queries.findDeployment(db, id)
  const account = await accountOf(db, deployment)
  if (deployment.state !== 'running' || !account) return
  try {
    const counted = await countAccount(deps, account, signal)
    const limits = await limitsOf(db, deployment)
    await saveCount(deps, deployment, token, { ...counted, ...limits, over: excessOf(counted, limits) })
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, deployment: id }, 'The inventory of an environment could not be read')
    const message = error instanceof CloudError ? error.message : 'The reading failed. See the server log.'
    await inventories.saveFailedReading(db, id, token, message)
  }
}

async function countAccount(deps: NeededDeps, account: AccountRow, signal: AbortSignal) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(READING_TIMEOUT_SECONDS * 1000)])
  const { left } = await takeInventory(deps, account, limited)
  const types = [...new Set(left.map(({ type }) => type))]
  return countContents(left, await listHourlyPrices(deps.db, account, types))
}

type Reading = Parameters<typeof inventories.saveReading>[3]

async function saveCount(deps: NeededDeps, deployment: queries.DeploymentRow, token: string, reading: Reading) {
  const { id } = deployment
  const before = await inventories.findInventory(deps.db, id)
  const warns = reading.over.length > 0 && before?.over_readings === 0
  const addressee = warns ? await inventories.findAddressee(deps.db, id) : undefined
  const mail = addressee && (await prepareMail(overLimitsMail({ ...addressee, id, reading }, deps.config.publicUrl)))
  await deps.db.transaction(async (tx) => {
    const row = await inventories.saveReading(tx, id, token, reading)
    if (!row) return
    if (isVisibleChange(before, row)) await queries.recordEvent(tx, id, 'contents', { over: row.over })
    if (row.over_readings === 1 && mail) await queueMail(tx, mail)
    if (row.over_readings >= READINGS_TO_END && deployment.lab_id)
      await beginTeardown(tx, deps, id, 'spend', { message: ENDED })
  })
}

/** Whether the learner's page would show something different. */
const isVisibleChange = (before: inventories.InventoryRow | undefined, now: inventories.InventoryRow) =>
  !before?.read_at ||
  before.resources !== now.resources ||
  before.hourly_micros !== now.hourly_micros ||
  before.over_readings !== now.over_readings

const ENDED =
  'Its account still exceeded the limits of the lab five minutes after the warning. Your solved flags are saved; deploying it again uses a reset.'

interface Warned {
  id: string
  user_id: string
  email: string
  full_name: string
  lab: string | null
  exam: string | null
  exam_slug: string | null
  course: string | null
  reading: Pick<InventoryRow, 'resources' | 'max_resources' | 'hourly_micros' | 'max_hourly_cost' | 'over' | 'types'>
}

/** Mail to a learner whose environment exceeds its limits. A lab ends if that persists; an exam does not. */
function overLimitsMail(warned: Warned, publicUrl: string): OutgoingMail {
  const { id, user_id, email, full_name, lab, exam, exam_slug, course, reading } = warned
  const what = exam ? `the environment of your exam “${exam}”` : `the account of your lab “${lab ?? ''}”`
  const most = reading.types
    .slice(0, 3)
    .map(({ type, count }) => `${count} × ${type}`)
    .join(', ')
  const advice = exam
    ? 'Your exam continues, and nothing is ended. Please remove what you do not need. If you did not create it, report it in the exam room.'
    : 'Please remove what you do not need now. If we still find too much in about five minutes, the lab ends. If you did not create it, write to us.'
  const page = exam_slug ? paths.examroom(exam_slug) : course ? paths.classroom(course) : paths.dashboard
  return {
    to: email,
    userId: user_id,
    dedupeKey: `deployment:${id}:over:${reading.over.join('+')}:${reading.resources}`,
    kind: 'lab_over_limits',
    content: {
      subject: exam
        ? `Your exam’s environment exceeds its limits: ${exam}`
        : `Your lab exceeds its limits: ${lab ?? ''}`,
      preview: exam ? 'Your exam goes on.' : 'Remove what you do not need, or the lab ends.',
      heading: exam ? 'Your environment exceeds its limits' : 'Your lab exceeds its limits',
      paragraphs: [
        greeting({ full_name }),
        `We found ${sayReading(reading)} in ${what}. The most common types: ${most}.`,
        advice,
      ],
      action: { label: exam ? 'Open the exam room' : 'Open the classroom', url: publicUrl + page },
    },
  }
}

function sayReading({ resources, max_resources, hourly_micros, max_hourly_cost, over }: Warned['reading']): string {
  const count = over.includes('resources') ? `${resources} resources (the limit is ${max_resources})` : ''
  const euros = (micros: number) => formatMicros(micros, PRICE_CURRENCY)
  const cost = over.includes('cost')
    ? `a cost of about ${euros(hourly_micros)} an hour (the limit is ${euros(max_hourly_cost ?? 0)})`
    : ''
  return [count, cost].filter(Boolean).join(', and ')
}

/** Resources of an account by type, with the hourly cost. Types without a price are counted, but their cost is not estimated. */
export interface CountedContents {
  resources: number
  hourly_micros: number
  types: CountedType[]
}

export function countContents(resources: ResourceName[], prices: ReadonlyMap<string, number>): CountedContents {
  const types = [...Map.groupBy(resources, ({ type }) => type)]
    .map(([type, { length: count }]) => {
      const price = prices.get(type)
      return { type, count, hourly_micros: price === undefined ? null : price * count }
    })
    .toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type))
  const hourly_micros = types.reduce((sum, one) => sum + (one.hourly_micros ?? 0), 0)
  return { resources: resources.length, hourly_micros, types }
}

export interface ContentLimits {
  max_resources: number | null
  max_hourly_cost: number | null
}

/** Exceeded limits. Reaching a limit is allowed. */
export function excessOf(counted: CountedContents, { max_resources, max_hourly_cost }: ContentLimits): Excess[] {
  const over: Excess[] = []
  if (max_resources !== null && counted.resources > max_resources) over.push('resources')
  if (max_hourly_cost !== null && counted.hourly_micros > max_hourly_cost) over.push('cost')
  return over
}

/** Maximum number of resources in an exam environment; the same as the default of a lab. */
const EXAM_MAX_RESOURCES = 50

/** Limits from the snapshot of the run. Exams have no cost limit: they are never ended because of cost. */
export async function limitsOf(db: Db, deployment: DeploymentRow): Promise<ContentLimits> {
  if (!deployment.lab_id) return { max_resources: EXAM_MAX_RESOURCES, max_hourly_cost: null }
  const { max_resources, max_hourly_cost } = await findRunLab(db, deployment)
  return { max_resources, max_hourly_cost }
}
