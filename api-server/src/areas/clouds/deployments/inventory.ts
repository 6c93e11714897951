import type { Deps } from '../../../deps.ts'
import { CloudError } from '../../../integrations/clouds/driver.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { listHourlyPrices } from '../../catalogue/labs/service.ts'
import { credentialsOf } from '../cloud-accounts/credentials.ts'
import { type AccountRow, findAccount, withoutAccepted } from '../cloud-accounts/pool.ts'
import { limitsOf } from './content-limits.ts'
import { countContents, excessOf } from './count-contents.ts'
import * as inventories from './inventory-queries.ts'
import { overLimitsMail } from './over-limits-mail.ts'
import * as queries from './queries.ts'
import { beginTeardown } from './teardown.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log' | 'config'>

/** Timeout of an inventory reading, in seconds: it ends before the next reading of the account is due. A dry run of a real cleaner takes minutes. */
const READING_TIMEOUT_SECONDS = 240

/** Number of consecutive inventory readings over the limits after which a lab is ended. The first one sends a warning. */
const READINGS_TO_END = 2

/** Queues a reading for each running environment that is due. Safe to retry: an environment read meanwhile is not due. */
export async function askForReadings({ db, queue, config }: Pick<Deps, 'db' | 'queue' | 'config'>): Promise<void> {
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
  if (deployment.state !== 'running' || !deployment.cloud_account_id) return
  try {
    const account = await findAccount(db, deployment.cloud_account_id)
    const counted = await countAccount(deps, account, signal)
    const limits = await limitsOf(db, deployment)
    await keep(deps, deployment, token, { ...counted, ...limits, over: excessOf(counted, limits) })
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, deployment: id }, 'What an environment holds could not be read')
    const said = error instanceof CloudError ? error.message : 'The reading failed. The server’s log says more.'
    await inventories.saveFailedReading(db, id, token, said)
  }
}

async function countAccount({ db, secrets, clouds }: NeededDeps, account: AccountRow, signal: AbortSignal) {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(READING_TIMEOUT_SECONDS * 1000)])
  const found = await clouds.inventory(credentialsOf({ secrets }, account), { signal: limited })
  const { left } = await withoutAccepted(db, account.id, found)
  const types = [...new Set(left.map(({ type }) => type))]
  return countContents(left, await listHourlyPrices(db, account, types))
}

type Reading = Parameters<typeof inventories.saveReading>[3]

async function keep(deps: NeededDeps, deployment: queries.DeploymentRow, token: string, reading: Reading) {
  const { id } = deployment
  const before = await inventories.findInventory(deps.db, id)
  const warns = reading.over.length > 0 && before?.over_readings === 0
  const addressee = warns ? await inventories.findAddressee(deps.db, id) : undefined
  const mail = addressee && (await prepareMail(overLimitsMail({ ...addressee, id, reading }, deps.config.publicUrl)))
  await deps.db.transaction(async (tx) => {
    const row = await inventories.saveReading(tx, id, token, reading)
    if (!row) return
    if (isToldTo(before, row)) await queries.recordEvent(tx, id, 'contents', { over: row.over })
    if (row.over_readings === 1 && mail) await queueMail(tx, mail)
    if (row.over_readings >= READINGS_TO_END && deployment.lab_id)
      await beginTeardown(tx, deps, id, 'spend', { message: ENDED })
  })
}

/** Whether the learner's page would show something different. */
const isToldTo = (before: inventories.InventoryRow | undefined, now: inventories.InventoryRow) =>
  !before?.read_at ||
  before.resources !== now.resources ||
  before.hourly_micros !== now.hourly_micros ||
  before.over_readings !== now.over_readings

const ENDED =
  'More stood in its account than the lab may hold, also five minutes after the warning. What you solved is kept; deploying it again costs a reset.'
