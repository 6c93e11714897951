import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { changeOrTry } from '../../../db/dry-run.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { keepAsEvidence, lockPools, releaseEvidence } from '../../clouds/cloud-accounts/index.ts'
import { endLabs } from '../../clouds/deployments/index.ts'
import {
  type Account,
  assertNotLastOwner,
  canManageAccount,
  endSessions,
  findAccountByUsername,
  lockAccount,
  lockAdministrators,
  updateAccount,
} from '../../platform/auth/index.ts'
import { pauseExamsOf } from '../../training/exam-attempts/index.ts'
import { frozenMail, unfrozenMail } from './mails.ts'
import * as queries from './queries.ts'
import { findOpenFreeze, listFreezeAccounts } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'config' | 'tenants'>
type Ask = Output<'freezeAsk'>
type Report = Accepted<'freezeReport'>

/**
 * Disables an account, ends its sessions and environments, and retains the contents of its cloud accounts. The database changes in
 * one transaction; jobs then take down each environment, revoke its credentials and lock its cloud account. A dry run returns the
 * expected effects.
 */
export async function freezeUser(deps: NeededDeps, by: AuditActor, username: string, ask: Ask): Promise<Report> {
  if (!ask.dry_run && !ask.reason) throw invalidField('reason', 'Say why the account is frozen')
  const mail = ask.dry_run
    ? undefined
    : await prepareMail(frozenMail(await findAccountByUsername(deps.db, username), deps.config.publicUrl))
  return changeOrTry(deps.db, ask.dry_run, async (tx) => {
    const report = await freeze(tx, deps, by, username, ask)
    if (mail) await queueMail(tx, mail)
    return report
  })
}

async function freeze(tx: Tx, deps: NeededDeps, { actor, address }: AuditActor, username: string, ask: Ask) {
  const administrators = await lockAdministrators(tx)
  // From here on, the account cannot start anything: deployments and resets lock it first.
  const account = await lockAccount(tx, username)
  await assertFreezable(tx, actor, account)
  const was_disabled = account.disabled_at !== null
  const change = was_disabled ? {} : { disabled_at: new Date(), disabled_reason: ask.reason ?? null }
  assertNotLastOwner(administrators, account, change)
  const reason = ask.reason ?? ''
  const exams = await pauseExamsOf(tx, account.id)
  if (exams.length > 0 && !ask.stop_exam && !ask.dry_run)
    throw invalidField('stop_exam', `${account.full_name} is sitting an exam. Say that its clock may be stopped`)
  await lockPools(tx)
  const labs = await endLabs(tx, deps, [account.id], 'abuse', ENDED)
  const kept = await keepAccounts(tx, account.id, { reason, actorId: actor.id })
  const sessions = await queries.countOpenSessions(tx, account.id)
  if (!was_disabled) await updateAccount(tx, account.id, change)
  await endSessions(tx, account.id, 'frozen')
  const row = await queries.insertFreeze(tx, {
    ...{ user_id: account.id, frozen_by: actor.id, reason, was_disabled, sessions },
    labs: labs.length,
    stopped_exam: exams.length > 0,
  })
  await queries.insertFreezeAccounts(
    tx,
    kept.map(({ id, deployment_id }) => ({ freeze_id: row.id, cloud_account_id: id, deployment_id })),
  )
  const accounts = await queries.listKept(
    tx,
    kept.map(({ id }) => id),
  )
  await recordAudit(tx, {
    ...{ actor, address, reason, action: 'users.freeze', subject: subject(account) },
    before: { disabled_at: account.disabled_at, sessions, labs: labs.map(({ lab, state }) => `${lab} (${state})`) },
    after: {
      disabled_at: account.disabled_at ?? change.disabled_at,
      held: accounts.map(({ account_id }) => account_id),
      exams: exams.map(({ slug }) => slug),
    },
  })
  return {
    username: account.username,
    dry_run: ask.dry_run,
    sessions,
    labs: labs.map(({ deployment, lab, exam, state }) => ({
      ...{ deployment_id: deployment.id, lab: lab || null, exam, state },
    })),
    accounts: accounts.map((one) => ({ ...one, types: one.types ?? [] })),
    exams,
    booked: await queries.listBooked(tx, account.id),
    was_disabled,
  }
}

/** Learners see this only after the account is enabled again. */
const ENDED = 'Your account was paused.'

async function assertFreezable(tx: Tx, actor: CurrentUser, account: Account) {
  if (account.id === actor.id) throw new ApiError('conflict', 'You cannot freeze your own account.')
  if (!canManageAccount(actor, account))
    throw new ApiError('forbidden', 'Freezing an administrator needs the capability owner.')
  if (account.deletion_due_at)
    throw new ApiError('conflict', 'This account is being deleted: it is closed, and its labs have ended.')
  if (await queries.findOpenFreeze(tx, account.id)) throw new ApiError('conflict', 'This account is frozen already.')
}

/** Retains the contents of the accounts, including remains of ended labs that were not cleaned yet. */
async function keepAccounts(tx: Tx, userId: string, options: { reason: string; actorId: string }) {
  const kept: Awaited<ReturnType<typeof queries.listUsedAccounts>> = []
  for (const used of await queries.listUsedAccounts(tx, userId))
    if (await keepAsEvidence(tx, { accountId: used.id, deploymentId: used.deployment_id }, options)) kept.push(used)
  return kept
}

/** Reopens a frozen account. Ended environments are not restored. The cloud accounts stay retained until they are released, here or individually. */
export async function unfreezeUser(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  username: string,
  { reason, release_accounts = false }: Output<'unfreezeAsk'>,
): Promise<void> {
  const mail = await prepareMail(unfrozenMail(await findAccountByUsername(deps.db, username), deps.config.publicUrl))
  await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, username)
    if (!canManageAccount(actor, account))
      throw new ApiError('forbidden', 'Lifting the freeze of an administrator needs the capability owner.')
    const open = await queries.findOpenFreeze(tx, account.id)
    if (!open || !(await queries.liftFreeze(tx, open.id, { lifted_by: actor.id, lift_reason: reason })))
      throw new ApiError('conflict', 'This account is not frozen.')
    if (!open.was_disabled) await updateAccount(tx, account.id, { disabled_at: null, disabled_reason: null })
    const held = (await queries.listFreezeAccounts(tx, open.id)).filter(({ is_kept }) => is_kept)
    const released = release_accounts ? await release(tx, deps, held, { reason, actorId: actor.id }) : []
    if (!open.was_disabled && !account.deletion_due_at) await queueMail(tx, mail)
    await recordAudit(tx, {
      ...{ actor, address, reason, action: 'users.unfreeze', subject: subject(account) },
      before: { disabled_at: account.disabled_at, held: held.map(({ account_id }) => account_id) },
      after: {
        disabled_at: open.was_disabled ? account.disabled_at : null,
        released: released.map(({ account_id }) => account_id),
      },
    })
  })
}

async function release(tx: Tx, deps: NeededDeps, held: { id: string }[], options: { reason: string; actorId: string }) {
  await lockPools(tx)
  return releaseEvidence(
    tx,
    deps,
    held.map(({ id }) => id),
    options,
  )
}

const subject = ({ username }: Account) => ({ type: 'user', id: username })

type Freeze = Output<'freeze'>

/** Open freeze of an account, with the state of its retained cloud accounts. Null if there is none. */
export async function readFreeze(db: Db, userId: string): Promise<Freeze | null> {
  const found = await findOpenFreeze(db, userId)
  if (!found) return null
  const { id, frozen_at, by, reason, sessions, labs, stopped_exam } = found
  const accounts = (await listFreezeAccounts(db, id)).map(({ cloud, account_id, status, is_kept }) => ({
    cloud,
    account_id,
    state: stateOf({ status, is_kept }),
  }))
  return { at: frozen_at.toISOString(), by, reason, sessions, labs, stopped_exam, accounts }
}

const stateOf = ({ status, is_kept }: { status: string; is_kept: boolean }): Freeze['accounts'][number]['state'] =>
  !is_kept ? 'released' : status === 'Locked' ? 'held' : 'waiting'

export const isFrozenNow = async (tx: Db, userId: string): Promise<boolean> =>
  (await findOpenFreeze(tx, userId)) !== undefined
