import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../secrets.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import { acceptedMail, invitationMail, removedMail } from './mails.ts'
import * as queries from './queries.ts'
import { assertOrganisationLimit, findManaged, lockManaged, readOrganisation, subjectOf } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'clock'>

/** Maximum number of managers of an organisation, including open invitations. */
export const MAX_MANAGERS = 50
/** Days for which an invitation can be accepted. */
const INVITATION_DAYS = 14
/** Maximum number of invitations per organisation and day, including repeated ones. */
const MAX_INVITATIONS_PER_DAY = 40
const DAY_SECONDS = 86_400

const UNUSABLE_LINK =
  'This invitation no longer works. It was used, revoked or has expired. Ask the sender for a new one.'

/** Invites an address, or sends its invitation again with a new link. */
export async function inviteManager(deps: NeededDeps, by: AuditActor, id: string, ask: Output<'managerInvitation'>) {
  const organisation = await findManaged(deps.db, by.actor, id)
  await invite(deps, by, { organisation, ...ask, from: by.actor.full_name }, (tx) => lockManaged(tx, by.actor, id))
  return readOrganisation(deps, by.actor, id)
}

interface Invitation {
  organisation: Pick<queries.OrganisationRow, 'id' | 'name'>
  email: string
  /** Name of the inviter in the mail. Null if an administrator invites. */
  from: string | null
}

/** `lock` locks the organisation, and throws if the caller may no longer invite to it. */
export async function invite(
  deps: NeededDeps,
  by: AuditActor,
  { organisation, email, from }: Invitation,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await consumeAttempt(deps, `organisation:invite:${organisation.id}`, MAX_INVITATIONS_PER_DAY, DAY_SECONDS)
  const token = randomToken()
  const mail = await prepareMail(
    invitationMail(deps.config.publicUrl, { to: email, from, token, days: INVITATION_DAYS, organisation }),
  )
  await deps.db.transaction(async (tx) => {
    await lock(tx)
    await assertManagerLimit(tx, organisation.id, email)
    const row = { organisation_id: organisation.id, email, token_hash: hashToken(token), invited_by: by.actor.id }
    await queries.saveInvitation(tx, row, INVITATION_DAYS)
    await queueMail(tx, mail)
    await recordAudit(tx, {
      ...by,
      action: 'organisations.invite',
      subject: subjectOf(organisation.id),
      after: { email },
    })
  })
}

async function assertManagerLimit(tx: Tx, organisationId: string, email: string) {
  const managers = await queries.listManagers(tx, organisationId)
  const invited = await queries.listOpenInvitations(tx, organisationId)
  const isInvited = invited.some((one) => one.email.toLowerCase() === email.toLowerCase())
  if (managers.length + invited.length - (isInvited ? 1 : 0) >= MAX_MANAGERS)
    throw new ApiError('conflict', `An organisation has at most ${MAX_MANAGERS} managers, including open invitations.`)
}

export async function revokeInvitation(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  { id, invitation_id }: { id: string; invitation_id: string },
): Promise<Accepted<'organisation'>> {
  await db.transaction(async (tx) => {
    await lockManaged(tx, by.actor, id)
    await revoke(tx, by, id, invitation_id)
  })
  return readOrganisation({ db }, by.actor, id)
}

/** The caller has locked the organisation. */
export async function revoke(tx: Tx, by: AuditActor, id: string, invitationId: string) {
  const revoked = await queries.revokeInvitation(tx, id, invitationId)
  if (!revoked) throw new ApiError('not_found', 'This invitation was already accepted or revoked.')
  const before = { email: revoked.email }
  await recordAudit(tx, { ...by, action: 'organisations.revoke_invitation', subject: subjectOf(id), before })
}

export async function previewInvitation(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  { token }: Output<'invitationToken'>,
): Promise<Accepted<'invitationPreview'>> {
  const found = await queries.findOpenInvitation(db, hashToken(token))
  if (!found) throw new ApiError('token_unusable', UNUSABLE_LINK)
  const { organisation_id, inviter_id: _, ...invitation } = found
  const joined = (await queries.findManaged(db, user.id, organisation_id)) !== undefined
  return { ...invitation, joined }
}

/**
 * Accepts a mailed invitation. Any account with the link may accept, because people have separate accounts for work and private use;
 * the inviter is notified which account it was. If the account already manages the organisation, the link stays unused.
 */
export async function acceptInvitation(
  { db, config }: NeededDeps,
  by: AuditActor,
  { token }: Output<'invitationToken'>,
): Promise<Accepted<'invitationAcceptance'>> {
  const { actor } = by
  const hash = hashToken(token)
  const found = await queries.findOpenInvitation(db, hash)
  if (!found) throw new ApiError('token_unusable', UNUSABLE_LINK)
  const organisation = { id: found.organisation_id, name: found.organisation }
  const managers = await queries.listManagers(db, organisation.id)
  const inviter = managers.find(({ id }) => id === found.inviter_id)
  const mail = inviter
    ? await prepareMail(acceptedMail(config.publicUrl, inviter, { organisation, manager: actor, invited: found.email }))
    : null
  await db.transaction(async (tx) => {
    await lockAccountNoKey(tx, actor.id)
    await queries.lockOrganisation(tx, organisation.id)
    if (await queries.lockManager(tx, organisation.id, actor.id))
      throw new ApiError('conflict', `You already manage ${organisation.name}. The link was not used.`)
    await assertOrganisationLimit(tx, actor.id)
    if (!(await queries.consumeInvitation(tx, hash, actor.id))) throw new ApiError('token_unusable', UNUSABLE_LINK)
    await queries.insertManager(tx, organisation.id, actor.id)
    if (mail) await queueMail(tx, mail)
    const after = { username: actor.username, email: found.email }
    await recordAudit(tx, { ...by, action: 'organisations.accept', subject: subjectOf(organisation.id), after })
  })
  return { organisation_id: organisation.id, organisation: organisation.name }
}

/** Removes another manager, or leaves. */
export async function removeManager(
  deps: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  { id, username }: { id: string; username: string },
): Promise<void> {
  const organisation = await findManaged(deps.db, by.actor, id)
  const lock = (tx: Tx) => lockManaged(tx, by.actor, id)
  await remove(deps, by, { organisation, username }, lock)
}

interface Removal {
  organisation: Pick<queries.OrganisationRow, 'id' | 'name'>
  username: string
  reason?: string
}

/** Every organisation needs a manager. The organisation is locked, so if two managers remove each other at the same time, the second call is refused. */
export async function remove(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  { organisation, username, reason }: Removal,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { id } = organisation
  const known = (await queries.listManagers(db, id)).find((manager) => manager.username === username)
  const leaves = username === by.actor.username
  const mail = known && !leaves ? await prepareMail(removedMail(config.publicUrl, known, organisation)) : null
  await db.transaction(async (tx) => {
    await lock(tx)
    const managers = await queries.listManagers(tx, id)
    const manager = managers.find((one) => one.username === username)
    if (!manager) throw new ApiError('not_found', 'This organisation has no manager with that username.')
    if (managers.length === 1)
      throw new ApiError('conflict', 'An organisation needs a manager. Invite another one first.')
    await queries.deleteManager(tx, id, manager.id)
    // A manager who expects to be removed may have invited another address of their own.
    if (!leaves) await queries.revokeInvitationsOf(tx, id, manager.id)
    if (mail) await queueMail(tx, mail)
    const action = leaves ? 'organisations.leave' : 'organisations.remove_manager'
    await recordAudit(tx, { ...by, action, subject: subjectOf(id), reason, before: { username } })
  })
}
