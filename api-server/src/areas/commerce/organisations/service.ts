import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Billing } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import * as queries from './queries.ts'

type Organisation = Accepted<'organisation'>

/** Maximum number of organisations that one account can manage. */
const MAX_ORGANISATIONS = 20

export const listMyOrganisations = (
  { db }: Pick<Deps, 'db'>,
  { id }: CurrentUser,
): Promise<Accepted<'myOrganisation'>[]> => queries.listOrganisationsOf(db, id)

export async function readOrganisation({ db }: Pick<Deps, 'db'>, user: CurrentUser, id: string): Promise<Organisation> {
  return present(db, await findManaged(db, user, id))
}

async function present(db: Db, row: queries.OrganisationRow): Promise<Organisation> {
  return {
    ...queries.withTaxIdState(row),
    managers: await queries.listManagers(db, row.id),
    invitations: await queries.listOpenInvitations(db, row.id),
  }
}

/** An organisation that the caller manages; otherwise throws `not_found`. */
export async function findManaged(db: Db, { id: userId }: Pick<CurrentUser, 'id'>, id: string) {
  const row = await queries.findManaged(db, userId, id)
  if (!row) throw notManaged()
  return row
}

const notManaged = () => new ApiError('not_found', 'You manage no such organisation.')

export async function createOrganisation(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  details: Output<'organisationInput'>,
): Promise<Organisation> {
  return db.transaction(async (tx) => {
    await lockAccountNoKey(tx, actor.id)
    await assertOrganisationLimit(tx, actor.id)
    const row = await queries.insertOrganisation(tx, withoutEmpty(details))
    await queries.insertManager(tx, row.id, actor.id)
    const after = { name: row.name }
    await recordAudit(tx, { actor, address, action: 'organisations.create', subject: subjectOf(row.id), after })
    return present(tx, row)
  })
}

/** The caller has locked the account. */
export async function assertOrganisationLimit(tx: Tx, userId: string) {
  if ((await queries.countOrganisationsOf(tx, userId)) >= MAX_ORGANISATIONS)
    throw new ApiError('conflict', `An account can manage at most ${MAX_ORGANISATIONS} organisations.`)
}

export const subjectOf = (id: string) => ({ type: 'organisation', id })

/** Replaces empty values with null. */
export const withoutEmpty = <Details extends object>(details: Details): Details =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value || null])) as Details

export async function updateOrganisation(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  id: string,
  edit: Output<'organisationEdit'>,
): Promise<Organisation> {
  return db.transaction(async (tx) => {
    const before = await lockManaged(tx, by.actor, id)
    return present(tx, await changeDetails(tx, by, before, edit))
  })
}

/** Locks an organisation that the caller manages. Throws if they were removed while waiting for the lock. */
export async function lockManaged(tx: Tx, user: Pick<CurrentUser, 'id'>, id: string): Promise<queries.OrganisationRow> {
  const row = await queries.lockOrganisation(tx, id)
  if (!row || !(await queries.lockManager(tx, row.id, user.id))) throw notManaged()
  return row
}

/** Changes a locked organisation. Existing orders keep their billing details. */
export async function changeDetails(
  tx: Tx,
  by: AuditActor,
  before: queries.OrganisationRow,
  { version, ...change }: Output<'organisationEdit'>,
): Promise<queries.OrganisationRow> {
  if (version !== before.version)
    throw new ApiError('stale_version', 'Someone else changed this in the meantime. Reload and try again.')
  const typed = withoutEmpty(change) as Partial<queries.OrganisationDetails>
  const isChecked = before.tax_id_checked_at !== null
  const losesCheck = isChecked && isOtherTaxId(before, { ...before, ...typed })
  const row = await queries.updateOrganisation(tx, before.id, { ...typed, ...(losesCheck && notChecked) })
  const names = Object.keys(typed) as (keyof queries.OrganisationRow)[]
  if (losesCheck) names.push('tax_id_checked_at')
  await recordAudit(tx, {
    ...by,
    action: 'organisations.update',
    subject: subjectOf(before.id),
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: Object.fromEntries(names.map((name) => [name, row[name]])),
  })
  return row
}

interface TaxId {
  tax_id?: string | null | undefined
  country?: string | null | undefined
}

/** Whether a check of one tax id does not apply to the other. */
export const isOtherTaxId = (one: TaxId, other: TaxId) => one.tax_id !== other.tax_id || one.country !== other.country

const notChecked = { tax_id_checked_at: null, tax_id_checked_by: null }

/** Latest check of the order's tax id, if it is still the organisation's. Null if there is none. */
export async function findTaxIdCheck(
  db: Db,
  id: string | null,
  billing: Billing | null,
): Promise<Accepted<'taxIdCheck'> | null> {
  if (id === null || !billing) return null
  const check = await queries.findTaxIdCheck(db, id)
  return check && !isOtherTaxId(check, billing) ? check : null
}

/** Billing details of an order of an organisation: its current details, and the order's own reference if there is one. */
export async function billingOf(
  db: Db,
  user: Pick<CurrentUser, 'id'>,
  id: string,
  reference: string | undefined,
): Promise<Billing> {
  const row = await queries.findManaged(db, user.id, id)
  if (!row) throw invalidField('organisation_id', 'You do not manage this organisation')
  const { name: company, kind, country, tax_id, address, invoice_email } = row
  const facts = { company, kind, country, tax_id, address, invoice_email, reference: reference || row.reference }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) as Billing
}

/** Throws if the buyer no longer manages the organisation when the order is placed. */
export async function assertBuysFor(tx: Tx, user: Pick<CurrentUser, 'id'>, id: string) {
  if (!(await queries.lockManager(tx, id, user.id)))
    throw invalidField('organisation_id', 'You do not manage this organisation')
}

/** Name of the organisation, as printed on vouchers. Undefined if it does not exist. */
export async function findOrganisationName(db: Db, id: string): Promise<string | undefined> {
  return (await queries.findOrganisation(db, id))?.name
}
