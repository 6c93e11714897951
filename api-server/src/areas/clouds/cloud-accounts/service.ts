import { randomUUID } from 'node:crypto'
import type { CleanUp, CloudAccount } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { listReceipts } from './cleaning/receipt-queries.ts'
import { enqueueChecks, sealCredentials } from './credentials.ts'
import { holdOrRelease } from './hold.ts'
import { findRow } from './list-queries.ts'
import * as queries from './queries.ts'
import { findAccount, lockAccountOf } from './queries.ts'
import { allowedOnAccount, canRetire, isEvidence } from './transitions.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'secrets' | 'tenants'>

type Edit = Omit<Output<'awsAccountEdit'>, 'account_id'>

/** Fields recorded in the audit log. Never includes the credentials. */
export function auditFields(account: queries.AccountRow) {
  const { account_id, name, region, status, lock_reason, hold_reason, notes, version } = account
  return { account_id, name, region, status, lock_reason, hold_reason, notes, version }
}

export const subject = (account: queries.AccountRow) => ({ type: 'cloud_account', id: account.account_id })

/** Updates an account, or adds it if it is unknown and credentials are given. */
export async function saveAccount(
  deps: NeededDeps,
  auditActor: AuditActor,
  cloud: CloudName,
  accountId: string,
  edit: Edit,
) {
  const account = await deps.db.transaction(async (tx) => {
    await queries.lockPool(tx, cloud)
    if (edit.hold) await lockTenant(tx, deps, cloud, accountId)
    const existing = await queries.lockAccount(tx, cloud, accountId)
    return existing
      ? change(tx, deps, auditActor, existing, edit)
      : add(tx, deps, auditActor, { cloud, accountId, edit })
  })
  return readAccount(deps, auditActor.actor, account.id)
}

async function add(
  tx: Db,
  { queue, secrets }: NeededDeps,
  by: AuditActor,
  { cloud, accountId, edit }: { cloud: CloudName; accountId: string; edit: Edit },
): Promise<queries.AccountRow> {
  if (!edit.credentials)
    throw new ApiError('not_found', 'There is no such account in the pool. To add it, enter its credentials.')
  if (!edit.name) throw invalidField('name', 'Give the account a name')
  if (!edit.region) throw invalidField('region', 'Enter the region it is used in')
  const id = randomUUID()
  const values = {
    id,
    cloud,
    account_id: accountId,
    name: edit.name,
    region: edit.region,
    notes: edit.notes ?? '',
    credentials_sealed: sealCredentials(secrets, { id, cloud }, edit.credentials),
  }
  const row = await queries.insertAccount(tx, values, by.actor.id)
  await recordAudit(tx, {
    ...by,
    action: 'cloud_accounts.add',
    subject: subject(row),
    after: auditFields(row),
    reason: edit.reason,
  })
  await enqueueChecks(tx, { queue }, [row])
  return row
}

async function change(
  tx: Db,
  deps: NeededDeps,
  by: AuditActor,
  before: queries.AccountRow,
  edit: Edit,
): Promise<queries.AccountRow> {
  if (edit.version === undefined)
    throw new ApiError('stale_version', 'Please reload this account: its version is missing.')
  const { name, region, notes } = edit
  const sealed = edit.credentials && sealCredentials(deps.secrets, before, edit.credentials)
  let row = await queries.updateAccount(tx, before.id, edit.version, {
    ...(name === undefined ? {} : { name }),
    ...(region === undefined ? {} : { region }),
    ...(notes === undefined ? {} : { notes }),
    ...(sealed ? { credentials_sealed: sealed, retry_at: null } : {}),
  })
  if (sealed) row = await checkCredentials(tx, deps, by.actor, row)
  if (edit.hold !== undefined)
    row = await holdOrRelease(tx, deps, by.actor, row, { hold: edit.hold, reason: edit.reason })
  await recordAudit(tx, {
    ...by,
    action: actionOf(edit),
    subject: subject(row),
    reason: edit.reason,
    before: auditFields(before),
    after: { ...auditFields(row), ...(sealed ? { credentials: 'changed' } : {}) },
  })
  return row
}

const actionOf = ({ hold }: Edit): AuditAction =>
  `cloud_accounts.${hold === undefined ? 'update' : hold ? 'hold' : 'release'}`

/** New credentials are verified before the account is leased again. */
async function checkCredentials(tx: Db, deps: NeededDeps, actor: CurrentUser, row: queries.AccountRow) {
  const moved = await queries.transitionAccount(tx, row.id, 'credentials_changed', {
    reason: 'Credentials changed',
    actorId: actor.id,
    deploymentId: null,
  })
  await enqueueChecks(tx, deps, [moved ?? row])
  return moved ?? row
}

/**
 * Nukes an account after its id was typed to confirm. If it has a learner's lab, nothing happens unless the administrator ends the lab in the same
 * action; the lab is then torn down first, and the clean-up follows.
 */
export async function nukeAccount(
  deps: NeededDeps,
  by: AuditActor,
  cloud: CloudName,
  accountId: string,
  { confirm, end_deployment }: Output<'nukeConfirmation'>,
) {
  const id = await deps.db.transaction(async (tx) => {
    await queries.lockPool(tx, cloud)
    await lockTenant(tx, deps, cloud, accountId)
    const account = await queries.lockAccount(tx, cloud, accountId)
    if (!account) throw queries.cloudAccountNotFound()
    if (confirm !== account.account_id)
      throw invalidField('confirm', `To confirm, type the id of the account: ${account.account_id}`)
    assertNotEvidence(account)
    if (!(await startNuke(tx, deps, account, by.actor)))
      await endLabForNuke(tx, deps, account, end_deployment === true, nukeReason(by.actor))
    await recordAudit(tx, {
      ...by,
      action: 'cloud_accounts.nuke',
      subject: subject(account),
      before: auditFields(account),
      after: { confirm, end_deployment: end_deployment ?? false },
    })
    return account.id
  })
  return readAccount(deps, by.actor, id)
}

function assertNotEvidence(account: queries.AccountRow) {
  if (isEvidence(account))
    throw new ApiError('conflict', 'The contents of this account are preserved as evidence. Release its hold first.')
}

type Actor = Pick<CurrentUser, 'id' | 'username'>

const nukeReason = ({ id, username }: Actor) => ({ reason: `Nuke requested by ${username}`, actorId: id })

/** Starts a nuke of an account that is not in use; undefined if its state does not allow it. The caller has locked the account. */
export async function startNuke(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  account: queries.AccountRow,
  actor: Actor,
): Promise<queries.AccountRow | undefined> {
  if (isEvidence(account)) return undefined
  const options = { ...nukeReason(actor), set: { retry_at: null } }
  const moved =
    (await queries.transitionAccount(tx, account.id, 'nuke_requested', options)) ??
    (account.status === 'Dirty'
      ? await queries.clearRetryDelay(tx, account, options.reason, options.actorId)
      : undefined)
  if (moved) await queue.send(tx, 'cloud-accounts.clean', { id: account.id })
  return moved
}

/** Locks the deployment that leases the account. This lock must always be taken before the account's. */
async function lockTenant(tx: Db, { tenants }: NeededDeps, cloud: CloudName, accountId: string): Promise<void> {
  const account = await queries.findOptionalAccount(tx, accountId, cloud)
  if (account?.deployment_id) await tenants.lockDeployment(tx, account.deployment_id)
}

interface TransitionReason {
  reason: string
  actorId: string
}

async function endLabForNuke(
  tx: Db,
  deps: NeededDeps,
  account: queries.AccountRow,
  mayEnd: boolean,
  options: TransitionReason,
): Promise<void> {
  if (account.status === 'Nuking' || account.status === 'Nuked')
    throw new ApiError('conflict', 'This account is already being cleaned.')
  if (!account.deployment_id || account.lock_reason === 'reserved')
    throw new ApiError('conflict', 'This account is reserved for an exam.')
  if (!mayEnd)
    throw new ApiError('conflict', 'A learner’s lab is using this account. To nuke it, end the lab in the same step.')
  const isEnded = await deps.tenants.endLab(tx, deps, account.deployment_id, NUKED)
  if (account.status !== 'Locked') {
    if (!isEnded) throw new ApiError('conflict', 'The lab in this account is already ending. The clean-up will follow.')
    return
  }
  // Leased but nothing is built yet, so it can be cleaned immediately.
  await queries.transitionAccount(tx, account.id, 'released', { ...options, set: { deployment_id: null } })
  await queries.transitionAccount(tx, account.id, 'nuke_requested', { ...options, set: { retry_at: null } })
  await deps.queue.send(tx, 'cloud-accounts.clean', { id: account.id })
}

const NUKED = 'An administrator emptied its cloud account.'

/** Retires an account from the pool; its history stays. */
export async function retire(deps: Pick<Deps, 'db'>, by: AuditActor, cloud: CloudName, accountId: string) {
  await deps.db.transaction(async (tx) => {
    const account = await queries.lockAccount(tx, cloud, accountId)
    if (!account) throw queries.cloudAccountNotFound()
    assertNotEvidence(account)
    if (!canRetire(account))
      throw new ApiError('conflict', `An account in the state ${account.status} cannot be retired.`)
    await retireLocked(tx, account, by.actor)
    await recordAudit(tx, {
      ...by,
      action: 'cloud_accounts.retire',
      subject: subject(account),
      before: auditFields(account),
    })
  })
}

/** The caller has locked the account and checked `canRetire`. */
export async function retireLocked(tx: Db, account: queries.AccountRow, actor: Actor): Promise<void> {
  await queries.retireAccount(tx, account.id)
  await queries.insertHistoryNote(tx, account, 'Retired', actor.id)
}

/** One account with its history, by the provider's id or ours. Includes retired accounts. */
export async function readAccount({ db, tenants }: Pick<Deps, 'db' | 'tenants'>, caller: CurrentUser, id: string) {
  const account = await queries.findAccountEver(db, id)
  const history = await queries.listHistory(db, account.id)
  const receipts = await listReceipts(db, account.id)
  const row = await findRow(db, tenants, account.id)
  const { accepted_residue, check_requested_at, checked_at, check_error } = account
  return {
    ...row,
    history,
    receipts: withCauses(receipts, history),
    accepted_residue,
    is_checking: check_requested_at !== null,
    checked_at,
    check_error,
    allowed: allowedOnAccount(row, caller),
  }
}

interface By {
  actor: Pick<CurrentUser, 'id' | 'username'>
  address: string | null
  reason: string
  jobId?: string
}

/**
 * Puts the account of a deployment on hold with its contents, as on the page of the account. A lab in it is ended first. The caller has locked the
 * pool and the deployment, and checked that the account may be held.
 */
export async function holdAccountOfDeployment(
  tx: Db,
  deps: Pick<Deps, 'queue' | 'tenants'>,
  deploymentId: string,
  by: By,
): Promise<void> {
  const account = await lockAccountOf(tx, deploymentId)
  if (!account) throw new ApiError('conflict', 'Its account has since been cleaned or leased to another learner.')
  await holdOrRelease(tx, deps, by.actor, account, { hold: true, reason: by.reason })
  await recordAudit(tx, {
    ...by,
    action: 'cloud_accounts.hold',
    subject: subject(account),
    before: auditFields(account),
    after: { ...auditFields(await findAccount(tx, account.id)), deployment: deploymentId },
  })
}

interface Receipt extends Omit<CleanUp, 'at' | 'cause'> {
  at: Date
}
type Step = Pick<CloudAccount['history'][number], 'from' | 'to' | 'reason'> & { at: Date }

/** Adds to each receipt the reason of the following transition back to Dirty, if its pass failed. Both lists are newest first. */
const withCauses = (receipts: Receipt[], history: Step[]) =>
  receipts.map((receipt) => {
    const next = history.findLast(({ at, from }) => at >= receipt.at && (from === 'Nuking' || from === 'Nuked'))
    return { ...receipt, cause: next?.to === 'Dirty' ? next.reason : null }
  })
