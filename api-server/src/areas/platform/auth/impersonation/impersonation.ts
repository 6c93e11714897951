import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import { brand } from '../../../../brand.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { signAccessToken } from '../../../../identity/access-token.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { findCaller } from '../../../../identity/queries.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../../secrets.ts'
import { impersonationMail } from '../mails.ts'
import { findAccount, findAccountRow } from '../queries.ts'
import { endSession } from '../sessions/queries.ts'
import { insertImpersonation, redeemCode } from './queries.ts'

/**
 * Opens a read-only session as a learner. It appears in the learner's session list, is announced by mail and audited. Its refresh token is not
 * known to anyone, so the session cannot outlive its hour. A one-time code in the URL fragment hands it to one tab (decision 0012).
 */
export async function startImpersonation(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { actor, address }: AuditActor,
  username: string,
  reason: string,
): Promise<Accepted<'impersonationTicket'>> {
  const account = await findAccount(db, { username })
  if (account.roles.includes('admin'))
    throw new ApiError('forbidden', `You cannot view ${brand().name} as an administrator.`)
  if (!account.activated_at || account.disabled_at || account.deletion_due_at)
    throw new ApiError('conflict', `This account is not active, so you cannot view ${brand().name} as it.`)
  const code = randomToken()
  const mail = await prepareMail(impersonationMail(account, config.publicUrl, { by: actor.username, reason }))
  const session = await db.transaction(async (tx) => {
    const opened = await insertImpersonation(tx, {
      user_id: account.id,
      current_hash: hashToken(randomToken()),
      see_as_by: actor.id,
      see_as_session: actor.session_id,
      see_as_code_hash: hashToken(code),
      address,
    })
    await queueMail(tx, mail)
    await recordAudit(tx, {
      actor,
      address,
      reason,
      action: 'auth.see_as',
      subject: { type: 'user', id: account.username },
      after: { session: opened.id, until: opened.expires_at },
    })
    return opened
  })
  return { code, until: session.expires_at.toISOString() }
}

/** Exchanges the code for the session, in one tab. Sets no cookie, so the administrator's own session is not affected. */
export async function redeemImpersonation(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  code: string,
): Promise<Accepted<'session'>> {
  const session = await redeemCode(db, hashToken(code))
  const claims = session && { userId: session.user_id, sessionId: session.id }
  const [caller, account] = [
    claims && (await findCaller(db, claims)),
    session && (await findAccountRow(db, session.user_id)),
  ]
  if (!session || !claims || !caller?.impersonated_by || !account)
    throw new ApiError('token_unusable', 'This link has expired or was already used. Start again from the console.')
  const seconds = Math.floor((session.expires_at.getTime() - clock.now().getTime()) / 1000)
  const { id, username, email, full_name } = account
  return {
    access_token: signAccessToken(secrets, claims, clock.now(), seconds),
    token_type: 'bearer',
    expires_in: seconds,
    user: { id, username, email, full_name, roles: ['user'], capabilities: [], is_active: true },
    impersonation: { by: caller.impersonated_by.username, until: session.expires_at.toISOString() },
  }
}

export async function endImpersonation({ db }: Pick<Deps, 'db'>, user: CurrentUser, address: string): Promise<void> {
  const actor = user.impersonated_by
  if (!actor) throw new ApiError('conflict', 'You are signed in as yourself.')
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, user.session_id, 'ended by the administrator'))) return
    await recordAudit(tx, {
      actor,
      address,
      action: 'auth.see_as_end',
      subject: { type: 'user', id: user.username },
      after: { session: user.session_id },
    })
  })
}
