import type { Role, UserRecord } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit, recordAudits } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import { isUniqueViolation } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/require-access.ts'
import { requeueMail } from '../../../mail/queries.ts'
import { endLabs } from '../../clouds/deployments/index.ts'
import {
  type Account,
  type AccountChange,
  assertMailAllowed,
  assertNotLastOwner,
  endSessions,
  findAccount,
  findPendingEmail,
  lockAccount,
  lockAdministrators,
  prepareActivation,
  prepareReset,
  stepUp,
  updateAccount,
  voidMailTokens,
} from '../../platform/auth/index.ts'
import { isFrozenNow, readFreeze } from '../account-freezes/index.ts'
import { allowedOnUser } from './allowed.ts'
import { countLabsOf } from './bulk-queries.ts'
import { addressTaken, assertCanManage, prepareNewAddress, staleVersion } from './email/change.ts'
import * as queries from './queries.ts'

type Edit = Output<'userEdit'>
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>
type UpdateDeps = NeededDeps & Pick<Deps, 'queue'>

/**
 * Changes an account for an administrator and records it in the audit log. Disabling ends all sessions and, unless they are to be
 * left running, all labs. Changing roles or capabilities requires the administrator's own password, and a code if they have a second factor.
 */
export async function updateUser(deps: UpdateDeps, by: AuditActor, edit: Edit): Promise<UserRecord> {
  const { db, clock } = deps
  if (edit.roles !== undefined || edit.capabilities !== undefined) await stepUp(deps, by.actor, edit)
  const email =
    edit.email === undefined ? undefined : await prepareNewAddress(deps, by.actor, { ...edit, email: edit.email })
  try {
    await db.transaction(async (tx) => {
      const mayAffectOwners = edit.roles !== undefined || edit.capabilities !== undefined || edit.disabled === true
      const administrators = mayAffectOwners ? await lockAdministrators(tx) : []
      const account = await lockAccount(tx, { username: edit.username })
      if (account.version !== edit.version) throw staleVersion()
      assertCanManage(by.actor, account, edit)
      if (edit.disabled === false && (await isFrozenNow(tx, account.id)))
        throw new ApiError('conflict', 'This account is frozen. Lift the freeze to enable it.')
      if (edit.accommodation !== undefined && edit.accommodation > account.accommodation)
        assertNotYourself(by.actor, account.id)
      const change = changeOf(account, email ? { ...edit, email: undefined } : edit, clock.now())
      if (mayAffectOwners) assertNotLastOwner(administrators, account, change as Partial<Account>)
      if (Object.keys(change).length === 0 && !email) return
      await email?.queue(tx)
      await updateAccount(tx, account.id, change)
      if (change.disabled_at) await endSessions(tx, account.id, 'disabled')
      const endsLabs = change.disabled_at && edit.end_deployments !== false
      const labs = endsLabs ? await endLabsOfDisabled(tx, deps, [account]) : []
      // They were sent to the previous address.
      if (change.email !== undefined)
        await voidMailTokens(tx, account.id, 'reset', 'activation', 'email_change', 'email_undo')
      const entry = { ...by, subject: { type: 'user', id: account.username }, reason: edit.reason }
      await recordAudits(
        tx,
        [
          ...(email?.entries ?? []),
          ...auditEntries(account, change),
          ...labs.map(({ account: _, ...part }) => part),
        ].map((part) => ({ ...entry, ...part })),
      )
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_activated')) throw addressTaken()
    throw error
  }
  return readUser(deps, by.actor, edit.username)
}

/** Account with its allowed actions. If callers read their own account, its stored rights apply, which may have just changed. */
export async function readUser({ db }: Pick<Deps, 'db'>, caller: CurrentUser, username: string): Promise<UserRecord> {
  const account = await queries.findUser(db, username)
  const { roles, capabilities } = account.uuid === caller.id ? account : caller
  const labs = await countLabsOf(db, account.username)
  const freeze = account.is_frozen ? await readFreeze(db, account.uuid) : null
  const issues = await queries.countIssues(db, account.uuid)
  const pending_email = await findPendingEmail(db, account.uuid)
  const mayKnowWhy = capabilities.includes('support') || capabilities.includes('owner')
  return {
    ...account,
    accommodation_reason: mayKnowWhy ? account.accommodation_reason : null,
    booked_exams: (await queries.listBookedExams(db, account.uuid)).map(({ scheduled_at, ...booked }) => ({
      ...booked,
      scheduled_at: scheduled_at.toISOString(),
    })),
    pending_email,
    labs,
    freeze,
    issues,
    allowed: allowedOnUser(account, { ...caller, roles, capabilities }),
  }
}

function changeOf(account: Account, edit: Edit, now: Date): AccountChange {
  const roles = edit.roles && withUser(edit.roles)
  const isAdmin = (roles ?? account.roles).includes('admin')
  if (edit.capabilities?.length && !isAdmin)
    throw invalidField('capabilities', 'Only administrators can have capabilities. Add the role admin first')
  const extraTime = edit.accommodation ?? account.accommodation
  const reason = edit.accommodation_reason === undefined ? account.accommodation_reason : edit.accommodation_reason
  const changesTime = edit.accommodation !== undefined || edit.accommodation_reason !== undefined
  if (changesTime && extraTime > 0 && !reason)
    throw invalidField('accommodation_reason', 'Give a reason for the extra time. Support can see it')
  const requested: AccountChange = {
    ...(roles && { roles }),
    ...(edit.capabilities && { capabilities: [...new Set(edit.capabilities)].sort() }),
    // Former administrators lose their capabilities, so that they do not regain them when they become administrators again.
    ...(!isAdmin && account.capabilities.length > 0 && { capabilities: [] }),
    ...(edit.email !== undefined && { email: edit.email }),
    ...(edit.full_name !== undefined && { full_name: edit.full_name }),
    ...(edit.country !== undefined && { country: edit.country }),
    ...(edit.company !== undefined && { company: edit.company }),
    ...(edit.accommodation !== undefined && { accommodation: edit.accommodation }),
    // The reason is cleared together with the extra time.
    ...(changesTime && { accommodation_reason: extraTime > 0 ? reason : null }),
    ...(edit.disabled === true && !account.disabled_at && { disabled_at: now, disabled_reason: edit.reason ?? null }),
    ...(edit.disabled === false && account.disabled_at && { disabled_at: null, disabled_reason: null }),
  }
  const differs = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(account[key as keyof Account])
  return Object.fromEntries(Object.entries(requested).filter(differs))
}

/** One audit entry per action that the change contains, so that the log can be filtered by action. */
function auditEntries(account: Account, change: AccountChange) {
  const fieldsByAction = Map.groupBy(Object.keys(change) as (keyof AccountChange)[], (field) => actionOf(field, change))
  const pick = (row: Account | AccountChange, fields: (keyof AccountChange)[]) =>
    Object.fromEntries(fields.map((field) => [field, row[field]]))
  return [...fieldsByAction].map(([action, fields]) => ({
    action,
    before: pick(account, fields),
    after: pick(change, fields),
  }))
}

function actionOf(field: keyof Account, { disabled_at }: AccountChange): AuditAction {
  if (field === 'disabled_at' || field === 'disabled_reason') return disabled_at ? 'users.disable' : 'users.enable'
  if (field === 'roles' || field === 'capabilities') return 'users.change_rights'
  if (field === 'accommodation' || field === 'accommodation_reason') return 'users.change_exam_time'
  return field === 'email' ? 'users.change_email' : 'users.update'
}

/** Administrators always have the role `user` too. */
const withUser = (roles: Role[]): Role[] => (roles.includes('admin') ? ['user', 'admin'] : ['user'])

/** Mails a link for a new password. Administrators can start a reset but never set a password. */
export async function sendPasswordReset(deps: NeededDeps, by: AuditActor, username: string) {
  const account = await queries.findUser(deps.db, username)
  assertOpen(account)
  if (account.state === 'inactive')
    throw new ApiError('conflict', 'This account is not activated yet. Send the activation link instead.')
  await sendLinkMail(deps, by, account, 'password_reset', await prepareReset(deps, toMailRecipient(account)))
}

export async function resendActivationForUser(deps: NeededDeps, by: AuditActor, username: string) {
  const account = await queries.findUser(deps.db, username)
  assertOpen(account)
  if (account.state === 'active') throw new ApiError('conflict', 'This account is already active.')
  await sendLinkMail(deps, by, account, 'activation', await prepareActivation(deps, toMailRecipient(account)))
}

function assertOpen({ state }: queries.FoundUser) {
  if (state === 'disabled') throw new ApiError('conflict', 'This account is disabled. Enable it first.')
  if (state === 'deleting') throw new ApiError('conflict', 'This account is being deleted. Undo the deletion first.')
}

/** Sends a failed mail again, unchanged. Links in it may have expired. */
export async function resendMail(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  { username: name, id }: { username: string; id: string },
): Promise<void> {
  const { id: userId, username } = await findAccount(db, { username: name })
  await db.transaction(async (tx) => {
    const mail = await requeueMail(tx, userId, id)
    if (!mail)
      throw new ApiError('conflict', 'Only a failed mail can be sent again, and only while its text is stored.')
    const subject = { type: 'user', id: username }
    await recordAudit(tx, { ...by, action: 'users.resend_mail', subject, after: mail })
  })
}

const toMailRecipient = (account: queries.FoundUser) => ({ ...account, id: account.uuid })

/** Queues a prepared mail and its audit record, within the limit on mails per account. */
async function sendLinkMail(
  { db }: NeededDeps,
  by: AuditActor,
  account: queries.FoundUser,
  kind: 'activation' | 'password_reset',
  queue: (tx: Db) => Promise<void>,
) {
  const action = kind === 'activation' ? 'users.resend_activation' : 'users.send_password_reset'
  await db.transaction(async (tx) => {
    await assertMailAllowed(tx, account.uuid, kind)
    await queue(tx)
    await recordAudit(tx, { ...by, action, subject: { type: 'user', id: account.username } })
  })
}

/** Ends the labs of accounts that are being disabled. Returns one audit record for each account that had any. */
export async function endLabsOfDisabled<A extends { id: string }>(tx: Db, deps: Pick<Deps, 'queue'>, accounts: A[]) {
  const userIds = accounts.map(({ id }) => id)
  const ended = Map.groupBy(await endLabs(tx, deps, userIds, 'administrator', MESSAGE), ({ user_id }) => user_id)
  return accounts.flatMap((account) => {
    const labs = ended.get(account.id)?.map(({ lab, state }) => `${lab} (${state})`)
    const change = { action: 'users.end_deployments' as const, before: { labs }, after: { labs: [] } }
    return labs ? [{ account, ...change }] : []
  })
}

/** Learners see this only after their account is enabled again. */
const MESSAGE = 'Your account was disabled.'
