import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { invite, remove, revoke } from './managers.ts'
import * as queries from './queries.ts'
import { changeDetails, isOtherTaxId, subjectOf, withoutEmpty } from './service.ts'

type Page = Accepted<'organisationPage'>

/** The last manager cannot be removed, because every organisation needs one. */
const allowedOnOrganisation = (
  { managers, tax_id_state, country }: Pick<Page, 'managers' | 'tax_id_state' | 'country'>,
  caller: CurrentUser,
) =>
  allowedAmong({
    check_tax_id: tax_id_state === 'valid' && country !== null && mayCall(operations.saveTaxIdCheck, caller),
    invite: mayCall(operations.inviteManagerForAdmin, caller),
    revoke_invitation: mayCall(operations.revokeInvitationForAdmin, caller),
    remove_manager: managers.length > 1 && mayCall(operations.removeManagerForAdmin, caller),
  })

export async function readOrganisation({ db }: Pick<Deps, 'db'>, caller: CurrentUser, id: string): Promise<Page> {
  const row = await queries.findOrganisation(db, id)
  if (!row) throw notThere()
  return present(db, caller, row)
}

async function present(db: Db, caller: CurrentUser, row: queries.OrganisationRow): Promise<Page> {
  const shown = {
    ...queries.withTaxIdState(row),
    managers: await queries.listManagers(db, row.id),
    invitations: await queries.listOpenInvitations(db, row.id),
    tax_id_check: await queries.findTaxIdCheck(db, row.id),
  }
  return { ...shown, allowed: allowedOnOrganisation(shown, caller) }
}

const notThere = () => new ApiError('not_found', 'There is no such organisation.')

export async function createOrganisation(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  details: Output<'organisationInput'>,
): Promise<Page> {
  const row = await db.transaction(async (tx) => {
    const inserted = await queries.insertOrganisation(tx, withoutEmpty(details))
    const after = { name: inserted.name }
    await recordAudit(tx, { actor, address, action: 'organisations.create', subject: subjectOf(inserted.id), after })
    return inserted
  })
  return present(db, actor, row)
}

export async function updateOrganisation(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  id: string,
  edit: Output<'organisationEdit'>,
): Promise<Page> {
  const row = await db.transaction(async (tx) => changeDetails(tx, by, await lock(tx, id), edit))
  return present(db, by.actor, row)
}

/** Records that the tax id was checked; the newest check counts. Throws if the tax id or country has changed since the caller saw it. */
export async function saveTaxIdCheck(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  id: string,
  seen: Output<'taxIdCheckInput'>,
): Promise<Page> {
  const row = await db.transaction(async (tx) => {
    const before = await lock(tx, id)
    if (isOtherTaxId(before, seen))
      throw new ApiError('conflict', 'The tax id or country was changed in the meantime. Reload and check again.')
    if (queries.withTaxIdState(before).tax_id_state !== 'valid')
      throw new ApiError('conflict', 'This is not a valid tax id of that country, so VAT is charged anyway.')
    await queries.saveTaxIdCheck(tx, before.id, by.actor.id)
    await recordAudit(tx, { ...by, action: 'organisations.check_tax_id', subject: subjectOf(before.id), after: seen })
    return before
  })
  return present(db, by.actor, row)
}

async function lock(tx: Tx, id: string): Promise<queries.OrganisationRow> {
  const row = await queries.lockOrganisation(tx, id)
  if (!row) throw notThere()
  return row
}

export async function inviteManager(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  by: AuditActor,
  id: string,
  { email }: Output<'managerInvitation'>,
): Promise<Page> {
  const organisation = await readOrganisation(deps, by.actor, id)
  await invite(deps, by, { organisation, email, from: null }, (tx) => lock(tx, id))
  return readOrganisation(deps, by.actor, id)
}

export async function revokeInvitation(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  { id, invitation_id }: { id: string; invitation_id: string },
): Promise<Page> {
  await db.transaction(async (tx) => {
    await lock(tx, id)
    await revoke(tx, by, id, invitation_id)
  })
  return readOrganisation({ db }, by.actor, id)
}

export async function removeManager(
  deps: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  { id, username }: { id: string; username: string },
  { reason }: Output<'managerRemoval'>,
): Promise<Page> {
  const organisation = await readOrganisation(deps, by.actor, id)
  await remove(deps, by, { organisation, username, reason }, (tx) => lock(tx, id))
  return readOrganisation(deps, by.actor, id)
}
