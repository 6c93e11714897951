import type { Role, UserRecord } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit, recordAudits } from '../../audit-log/record.ts'
import type { Db } from '../../db/open.ts'
import { isUniqueViolation } from '../../db/pg-errors.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { AuditActor, CurrentUser } from '../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { requeueMail } from '../../mail/queries.ts'
import { prepareActivation } from '../auth/accounts/sign-up.ts'
import { assertNotLastOwner } from '../auth/last-owner.ts'
import { type LinkMail, tooManyMails } from '../auth/link-mail-sql.ts'
import { prepareReset } from '../auth/passwords/reset.ts'
import { canManageAccount } from '../auth/reach.ts'
import { stepUp } from '../auth/second-factor/step-up.ts'
import {
  type Account,
  type AccountChange,
  endSessions,
  findUserId,
  lockAccount,
  lockAccountById,
  lockAdministrators,
  secondsToNextMail,
  updateAccount,
  voidMailTokens,
} from '../auth/service.ts'
import { allowedOnUser } from './allowed.ts'
import { emailReplacedMail } from './mails.ts'
import * as queries from './queries.ts'

type Edit = Output<'userEdit'>
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Changes an account as the back office may, with its audit entry. Disabling signs it out at once; rights are given and
 * taken against the owner's own password, and a code where the owner has a second factor.
 */
export async function updateUser(deps: NeededDeps, { actor, address }: AuditActor, edit: Edit): Promise<UserRecord> {
  const { db, config, clock } = deps
  if (edit.roles !== undefined || edit.capabilities !== undefined) await stepUp(deps, actor, edit)
  try {
    await db.transaction(async (tx) => {
      const touchesOwners = edit.roles !== undefined || edit.capabilities !== undefined || edit.disabled === true
      const administrators = touchesOwners ? await lockAdministrators(tx) : []
      const account = await lockAccount(tx, edit.username)
      if (account.version !== edit.version)
        throw new ApiError('stale_version', 'Somebody else changed this account first. Load it again and look.')
      assertMayManage(actor, account, edit)
      const change = changeOf(account, edit, clock.now())
      if (touchesOwners) assertNotLastOwner(administrators, account, change as Partial<Account>)
      if (Object.keys(change).length === 0) return
      await updateAccount(tx, account.id, change)
      if (change.disabled_at) await endSessions(tx, account.id, 'disabled')
      if (change.email !== undefined) await moveAddress(tx, account, config.publicUrl)
      const entry = { actor, subject: { type: 'user', id: account.username }, reason: edit.reason, address }
      await recordAudits(
        tx,
        thingsDone(account, change).map((done) => ({ ...entry, ...done })),
      )
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_activated'))
      throw invalidField('email', 'Another account uses this address')
    throw error
  }
  return readUser(deps, actor, edit.username)
}

/** One account, with what this administrator may do with it: who changed their own rights is judged by the new ones. */
export async function readUser({ db }: Pick<Deps, 'db'>, caller: CurrentUser, username: string): Promise<UserRecord> {
  const account = await queries.findUser(db, username)
  const { roles, capabilities } = account.uuid === caller.id ? account : caller
  return { ...account, allowed: allowedOnUser(account, { ...caller, roles, capabilities }) }
}

function assertMayManage(actor: CurrentUser, account: Account, edit: Edit) {
  if (edit.disabled && account.id === actor.id)
    throw new ApiError('conflict', 'You cannot disable your own account. Ask another owner.')
  if (canManageAccount(actor, account)) return
  for (const field of ['email', 'disabled'] as const)
    if (edit[field] !== undefined)
      throw new ApiError('forbidden', `Changing ${field} of an administrator needs the capability owner.`, {
        errors: [{ field, message: 'Needs the capability owner' }],
      })
}

function changeOf(account: Account, edit: Edit, now: Date): AccountChange {
  const roles = edit.roles && withUser(edit.roles)
  const isAdmin = (roles ?? account.roles).includes('admin')
  if (edit.capabilities?.length && !isAdmin)
    throw invalidField('capabilities', 'Only administrators hold capabilities: give the role admin too')
  const asked: AccountChange = {
    ...(roles && { roles }),
    ...(edit.capabilities && { capabilities: [...new Set(edit.capabilities)].sort() }),
    // Whoever stops being an administrator keeps no capability to come back with.
    ...(!isAdmin && account.capabilities.length > 0 && { capabilities: [] }),
    ...(edit.email !== undefined && { email: edit.email }),
    ...(edit.full_name !== undefined && { full_name: edit.full_name }),
    ...(edit.country !== undefined && { country: edit.country?.toUpperCase() ?? null }),
    ...(edit.company !== undefined && { company: edit.company }),
    ...(edit.accommodation !== undefined && { accommodation: edit.accommodation }),
    ...(edit.disabled === true && !account.disabled_at && { disabled_at: now, disabled_reason: edit.reason ?? null }),
    ...(edit.disabled === false && account.disabled_at && { disabled_at: null, disabled_reason: null }),
  }
  const differs = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(account[key as keyof Account])
  return Object.fromEntries(Object.entries(asked).filter(differs))
}

/** An entry of the audit log for each thing that the change does: whoever looks for accounts disabled finds every one. */
function thingsDone(account: Account, change: AccountChange) {
  const fields = Map.groupBy(Object.keys(change) as (keyof Account)[], (field) => actionOf(field, change))
  const among = (row: Account | AccountChange, names: (keyof Account)[]) =>
    Object.fromEntries(names.map((name) => [name, row[name]]))
  return [...fields].map(([action, names]) => ({ action, before: among(account, names), after: among(change, names) }))
}

function actionOf(field: keyof Account, { disabled_at }: AccountChange): AuditAction {
  if (field === 'disabled_at' || field === 'disabled_reason') return disabled_at ? 'users.disable' : 'users.enable'
  if (field === 'roles' || field === 'capabilities') return 'users.change_rights'
  return field === 'email' ? 'users.change_email' : 'users.update'
}

/** An administrator's account also holds `user`. */
const withUser = (roles: Role[]): Role[] => (roles.includes('admin') ? ['user', 'admin'] : ['user'])

/** Links sent to the old address stop working, and it is told. */
async function moveAddress(tx: Db, account: Account, publicUrl: string) {
  await voidMailTokens(tx, account.id, 'reset')
  for (const kind of ['activation', 'email_change', 'email_undo'] as const) await voidMailTokens(tx, account.id, kind)
  if (account.activated_at) await queueMail(tx, await prepareMail(emailReplacedMail(account, publicUrl)))
}

/** Mails the link for a new password; an administrator starts a reset and never sets a password. */
export async function sendPasswordReset(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  username: string,
): Promise<void> {
  const account = await queries.findUser(deps.db, username)
  assertOpen(account)
  if (account.state === 'inactive')
    throw new ApiError('conflict', 'This account is not activated yet. Send the activation link instead.')
  await mailed(deps, { actor, address }, account, 'password_reset', await prepareReset(deps, own(account)))
}

/** Mails the activation link again. */
export async function resendActivationForUser(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  username: string,
): Promise<void> {
  const account = await queries.findUser(deps.db, username)
  assertOpen(account)
  if (account.state === 'active') throw new ApiError('conflict', 'This account is active already.')
  await mailed(deps, { actor, address }, account, 'activation', await prepareActivation(deps, own(account)))
}

function assertOpen({ state }: queries.FoundUser) {
  if (state === 'disabled') throw new ApiError('conflict', 'This account is disabled. Enable it first.')
  if (state === 'deleting') throw new ApiError('conflict', 'This account is being deleted. Undo that first.')
}

/** Tries a mail again that was given up; its links are as old as it is. */
export async function resendMail(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  { username, id }: { username: string; id: string },
): Promise<void> {
  const userId = await findUserId(db, username)
  await db.transaction(async (tx) => {
    const mail = await requeueMail(tx, userId, id)
    if (!mail) throw new ApiError('conflict', 'Only a mail that could not be sent is tried again.')
    const subject = { type: 'user', id: username.toLowerCase() }
    await recordAudit(tx, { actor, action: 'users.resend_mail', subject, after: mail, address })
  })
}

const own = (account: queries.FoundUser) => ({ ...account, id: account.uuid })

async function mailed(
  { db }: NeededDeps,
  { actor, address }: AuditActor,
  account: queries.FoundUser,
  kind: LinkMail,
  queue: (tx: Db) => Promise<void>,
) {
  const action = kind === 'activation' ? 'users.resend_activation' : 'users.send_password_reset'
  await db.transaction(async (tx) => {
    await lockAccountById(tx, account.uuid)
    const wait = await secondsToNextMail(tx, account.uuid, kind)
    if (wait !== null) throw new ApiError('rate_limited', tooManyMails, { retryAfter: Math.max(1, wait) })
    await queue(tx)
    await recordAudit(tx, { actor, action, subject: { type: 'user', id: account.username }, address })
  })
}
