import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { labNotFound, PRICE_CURRENCY } from '../../catalogue/labs/index.ts'
import { findWithInventory, type InventoryRow } from './inventory/queries.ts'
import { latestDeployments, type ShownDeployment, type ShownRow, withRelatedRows } from './present-queries.ts'
import { type DeploymentRow, deploymentNotFound } from './queries.ts'
import { estimateWait, secondsOfUse, secondsUntilFree } from './queue/estimate.ts'
import * as queueQueries from './queue/queries.ts'
import { findSnapshot } from './snapshot-queries.ts'

/** Seconds at the end of a lab in which it can be extended: the last quarter. */
export const extensionWindowSeconds = (durationSeconds: number) => Math.round(durationSeconds / 4)

/** A deployment as its owner sees it. Credentials are decrypted only while the lab runs. Throws `not_found` for a deployment without a lab. */
export async function presentDeployment(
  { db, secrets, config }: Pick<Deps, 'db' | 'secrets' | 'config'>,
  found: DeploymentRow | ShownDeployment,
): Promise<Accepted<'deployment'>> {
  const shown = 'deployment' in found ? found : await withRelatedRows(db, found)
  const { deployment: row, lab, run, account, resets_used, inventory, receipt } = shown
  if (!lab) throw labNotFound()
  const running = row.state === 'running'
  const { extensions, resets } = run?.lab ?? lab
  return {
    ...row,
    lab: lab.slug,
    account_id: account?.account_id ?? null,
    region: account?.region ?? null,
    queue: row.state === 'queued' ? await queueStatusOf(db, row) : null,
    extensions_left: Math.max(0, extensions - row.extensions_used),
    resets_left: Math.max(0, resets - (resets_used ?? 0)),
    extend_from:
      running && row.ends_at
        ? new Date(row.ends_at.getTime() - extensionWindowSeconds(row.duration_seconds) * 1000)
        : null,
    contents: running ? presentContents(inventory) : null,
    emptied: account ? presentEmptied(receipt) : null,
    ...presentAccess({ secrets, config }, row),
  }
}

/** Access to a running environment, for its owner only. In any other state there is none. */
export function presentAccess(
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  { id, state, console_url, outputs, credentials_sealed: sealed }: ShownRow,
) {
  if (state !== 'running') return { console_url: null, credentials: [], outputs: {}, has_shell: false }
  const credentials = sealed ? JSON.parse(secrets.open('credentials', id, sealed)) : []
  return { console_url, credentials, outputs, has_shell: config.labDriver === 'simulated' }
}

async function queueStatusOf(db: Deps['db'], row: ShownRow) {
  const [ahead, busy] = await Promise.all([
    queueQueries.listAheadInQueue(db, row),
    queueQueries.listBusyAccounts(db, [row.cloud]),
  ])
  const uses = ahead.filter((one) => one.is_waiting).map((one) => secondsOfUse(one.duration_seconds))
  return { place: ahead.length + 1, estimate_seconds: estimateWait(busy.map(secondsUntilFree), uses) }
}

/** Receipt as shown to a learner. Without resource names, because the previous holder may have chosen them. */
function presentEmptied(receipt: ShownDeployment['receipt']): Accepted<'emptied'> | null {
  if (!receipt) return null
  const { at, pass, residue, cleaned } = receipt
  const types = Map.groupBy(residue, ({ type }) => type)
  return {
    cleaned_at: pass === 0 || !cleaned ? null : new Date(cleaned.at),
    removed: pass === 0 ? 0 : (cleaned?.removed ?? 0),
    verified_at: at,
    stays: [...types].map(([type, all]) => ({ type, count: all.length })),
  }
}

/** Contents of an environment by its latest reading; null before the first. */
export const presentContents = (row: InventoryRow | null): Accepted<'contents'> | null =>
  row?.read_at
    ? {
        ...row,
        read_at: row.read_at,
        currency: PRICE_CURRENCY,
        unpriced: row.types.reduce((sum, { count, hourly_micros }) => sum + (hourly_micros === null ? count : 0), 0),
      }
    : null

/** The learner's newest deployment of each lab. */
export const listLatestDeployments = (db: Db, userId: string): Promise<ShownDeployment[]> =>
  latestDeployments(db, { userId })

/** Lesson text from the snapshot of the run; undefined after the run has ended. */
export async function findRunInstructions(db: Db, shown: ShownDeployment | undefined): Promise<string | undefined> {
  const { snapshot_id } = shown?.deployment ?? {}
  return shown?.run && snapshot_id ? (await findSnapshot(db, snapshot_id))?.instructions : undefined
}

/** Contents by type, and the status of the readings. */
export async function readInventoryOf(db: Db, id: string): Promise<Accepted<'deploymentInventory'>> {
  const found = await findWithInventory(db, id)
  if (!found) throw deploymentNotFound()
  const { inventory, exam_id, state } = found
  return {
    contents: presentContents(inventory),
    types: inventory?.types ?? [],
    over: inventory?.over ?? [],
    over_readings: inventory?.over_readings ?? 0,
    asked_at: inventory?.asked_at ?? null,
    error: inventory?.error ?? null,
    ends_when_over: exam_id === null && state === 'running',
  }
}
