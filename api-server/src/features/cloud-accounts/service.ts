import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { findRow } from './list-queries.ts'
import * as queries from './queries.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'secrets' | 'tenants'>

/** Who acts, and from where: what the audit log keeps. */
export interface By {
  user: CurrentUser
  address: string
}

export type Edit = Omit<Output<'awsAccountEdit'>, 'account_id'>

/** What the audit log keeps of an account: never its credentials. */
const told = ({ account_id, name, region, status, lock_reason, notes, version }: queries.AccountRow) => ({
  ...{ account_id, name, region, status, lock_reason, notes, version },
})

const subject = (account: queries.AccountRow) => ({ type: 'cloud_account', id: account.account_id })

/** Changes an account, or adds one when it is unknown and credentials are given (DOMAIN §1). */
export async function saveAccount(deps: Needs, by: By, cloud: CloudName, accountId: string, edit: Edit) {
  const account = await deps.db.transaction(async (tx) => {
    await queries.lockPool(tx, cloud)
    const known = await queries.lockAccount(tx, cloud, accountId)
    return known ? change(tx, deps, by, known, edit) : add(tx, deps, by, { cloud, accountId, edit })
  })
  return readAccount(deps, account.id)
}

async function add(
  tx: Db,
  { queue, secrets }: Needs,
  { user, address }: By,
  { cloud, accountId, edit }: { cloud: CloudName; accountId: string; edit: Edit },
): Promise<queries.AccountRow> {
  if (!edit.credentials)
    throw new ApiError('not_found', 'There is no such account in the pool. To add it, give its credentials.')
  if (!edit.name) throw invalidField('name', 'Give the account a name')
  if (!edit.region) throw invalidField('region', 'Say in which region it is used')
  const id = randomUUID()
  const values = {
    ...{ id, cloud, account_id: accountId, name: edit.name, region: edit.region, notes: edit.notes ?? '' },
    credentials_sealed: sealCredentials(secrets, id, edit.credentials),
  }
  const row = await queries.insertAccount(tx, values, user.id)
  await recordAudit(tx, {
    ...{ actor: user, address, action: 'cloud_accounts.add', subject: subject(row), after: told(row) },
    reason: edit.reason,
  })
  await queue.send(tx, 'cloud-accounts.verify', { id })
  return row
}

function sealCredentials(secrets: Deps['secrets'], id: string, credentials: Record<string, string>): string {
  if (Object.keys(credentials).length === 0 || Object.values(credentials).every((value) => value.trim() === ''))
    throw invalidField('credentials', 'Give the credentials of the account')
  return secrets.seal('credentials', id, JSON.stringify(credentials))
}

async function change(
  tx: Db,
  deps: Needs,
  { user, address }: By,
  before: queries.AccountRow,
  edit: Edit,
): Promise<queries.AccountRow> {
  if (edit.version === undefined)
    throw new ApiError('stale_version', 'Load this account again: its version is missing.')
  const { name, region, notes } = edit
  const sealed = edit.credentials && sealCredentials(deps.secrets, before.id, edit.credentials)
  let row = await queries.updateAccount(tx, before.id, edit.version, {
    ...(name === undefined ? {} : { name }),
    ...(region === undefined ? {} : { region }),
    ...(notes === undefined ? {} : { notes }),
    ...(sealed ? { credentials_sealed: sealed, retry_at: null } : {}),
  })
  if (sealed) row = await checkCredentials(tx, deps, user, row)
  if (edit.hold !== undefined) row = await hold(tx, deps, user, row, edit)
  await recordAudit(tx, {
    ...{ actor: user, address, action: actionOf(edit), subject: subject(row), reason: edit.reason },
    ...{ before: told(before), after: { ...told(row), ...(sealed ? { credentials: 'changed' } : {}) } },
  })
  return row
}

const actionOf = ({ hold: held }: Edit): AuditAction =>
  `cloud_accounts.${held === undefined ? 'update' : held ? 'hold' : 'release'}`

/** New credentials are tried before the account is leased again. */
async function checkCredentials(tx: Db, { queue }: Needs, user: CurrentUser, row: queries.AccountRow) {
  const moved = await queries.stepAccount(tx, row.id, 'credentials_changed', {
    ...{ reason: 'Credentials changed', actorId: user.id, deploymentId: null },
  })
  if ((moved ?? row).status === 'Pending') await queue.send(tx, 'cloud-accounts.verify', { id: row.id })
  return moved ?? row
}

async function hold(tx: Db, deps: Needs, user: CurrentUser, row: queries.AccountRow, edit: Edit) {
  const { queue, tenants } = deps
  const step = { reason: edit.reason ?? '', actorId: user.id }
  if (!edit.reason) throw invalidField('reason', edit.hold ? 'Say why you hold it' : 'Say why you release it')
  if (edit.hold) {
    const held =
      (await queries.stepAccount(tx, row.id, 'held', step)) ??
      (row.status === 'Dirty' ? await queries.stepAccount(tx, row.id, 'held_as_it_is', step) : undefined)
    if (!held) throw new ApiError('conflict', `An account that is ${row.status} cannot be held now.`)
    return held
  }
  if (row.lock_reason !== 'hold') throw new ApiError('conflict', 'This account is not held.')
  const free = await queries.stepAccount(tx, row.id, 'released', step)
  if (free) {
    await tenants.assignFreeAccounts(tx, deps, row.cloud)
    return queries.findAccount(tx, row.id)
  }
  const dirty = await queries.stepAccount(tx, row.id, 'hold_lifted', step)
  if (!dirty) throw new ApiError('conflict', 'This account is not held.')
  await queue.send(tx, 'cloud-accounts.clean', { id: row.id })
  return dirty
}

/**
 * Sends an account to be emptied. The id is typed; where a learner's lab stands, nothing happens unless the administrator ends it in
 * the same action: then it is ended in order, and the clean-up follows by itself (attack 36).
 */
export async function nukeAccount(
  deps: Needs,
  { user, address }: By,
  cloud: CloudName,
  accountId: string,
  { confirm, end_deployment }: Output<'nukeConfirmation'>,
) {
  const { db, queue } = deps
  const id = await db.transaction(async (tx) => {
    await queries.lockPool(tx, cloud)
    const seen = await queries.findAccountIfAny(tx, accountId, cloud)
    if (seen?.deployment_id) await deps.tenants.lockDeployment(tx, seen.deployment_id)
    const account = await queries.lockAccount(tx, cloud, accountId)
    if (!account) throw queries.noAccount()
    if (confirm !== account.account_id)
      throw invalidField('confirm', `Type the id of the account: ${account.account_id}`)
    const reason = `Nuke asked by ${user.username}`
    const step = { reason, actorId: user.id }
    const moved =
      (await queries.stepAccount(tx, account.id, 'nuke_asked', { ...step, set: { retry_at: null } })) ??
      (account.status === 'Dirty' ? await queries.clearRetryDelay(tx, account, reason, user.id) : undefined)
    if (moved) await queue.send(tx, 'cloud-accounts.clean', { id: account.id })
    else await endFor(tx, deps, account, end_deployment === true, step)
    await recordAudit(tx, {
      ...{ actor: user, address, action: 'cloud_accounts.nuke', subject: subject(account), before: told(account) },
      after: { confirm, end_deployment: end_deployment ?? false },
    })
    return account.id
  })
  return readAccount(deps, id)
}

interface StepReason {
  reason: string
  actorId: string
}

async function endFor(
  tx: Db,
  deps: Needs,
  account: queries.AccountRow,
  mayEnd: boolean,
  step: StepReason,
): Promise<void> {
  if (account.status === 'Nuking' || account.status === 'Nuked')
    throw new ApiError('conflict', 'This account is being cleaned already.')
  if (!account.deployment_id || account.lock_reason === 'reserved')
    throw new ApiError('conflict', 'This account is reserved for an exam.')
  if (!mayEnd)
    throw new ApiError('conflict', 'A learner’s lab stands in this account. End the lab in the same step to nuke it.')
  const isEnded = await deps.tenants.endForNuke(tx, deps, account.deployment_id)
  if (account.status !== 'Locked') {
    if (!isEnded) throw new ApiError('conflict', 'The lab in this account is ending already; the clean-up follows.')
    return
  }
  // Leased, and nothing built yet: the account can be emptied at once.
  await queries.stepAccount(tx, account.id, 'released', { ...step, set: { deployment_id: null } })
  await queries.stepAccount(tx, account.id, 'nuke_asked', { ...step, set: { retry_at: null } })
  await deps.queue.send(tx, 'cloud-accounts.clean', { id: account.id })
}

/** Takes an account out of the pool; its history stays. */
export async function retire(deps: Pick<Deps, 'db'>, { user, address }: By, cloud: CloudName, accountId: string) {
  await deps.db.transaction(async (tx) => {
    const account = await queries.lockAccount(tx, cloud, accountId)
    if (!account) throw queries.noAccount()
    if (!(await queries.retireAccount(tx, account.id)))
      throw new ApiError('conflict', `An account that is ${account.status} cannot be retired now.`)
    await queries.insertHistoryNote(tx, account, 'Retired', user.id)
    await recordAudit(tx, {
      ...{ actor: user, address, action: 'cloud_accounts.retire', subject: subject(account), before: told(account) },
    })
  })
}

/** One account with its history, by our id or the provider's. */
export async function readAccount({ db, tenants }: Pick<Deps, 'db' | 'tenants'>, id: string) {
  const account = await queries.findAccountByName(db, id)
  const history = await queries.listHistory(db, account.id)
  return { ...(await findRow(db, tenants, account.id)), history }
}
