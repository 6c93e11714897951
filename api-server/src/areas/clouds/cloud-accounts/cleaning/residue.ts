import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import { invalidFields } from '../../../../http/validation.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import type { Inventory, ResourceName } from '../../../../integrations/clouds/driver.ts'
import * as queries from '../queries.ts'
import { readAccount, subject } from '../service.ts'
import { canAcceptResidue, canWithdrawResidue } from '../transitions.ts'
import { daysUntil, endOfDay, listAccepted, listExpired, listLeftovers } from './receipt-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'tenants'>

/** Maximum number of days for which residue can be accepted. Keys that a cloud deletes with a delay are gone after 30. */
const MAX_RESIDUE_DAYS = 90

const same = (one: ResourceName) => (other: ResourceName) => one.type === other.type && one.name === other.name
const namesOf = (resources: ResourceName[]) => resources.map(({ type, name }) => `${type} ${name}`).join(', ')

/** Accepts what the latest clean-up left, until a date. This does not clean the account; the next nuke counts it as empty. */
export async function acceptResidue(
  deps: NeededDeps,
  by: AuditActor,
  id: string,
  { version, resources, until, reason }: Output<'residueAcceptance'>,
) {
  await deps.db.transaction(async (tx) => {
    const account = await queries.lockAccountByAnyId(tx, id)
    const leftovers = await listLeftovers(tx, account.id)
    if (!canAcceptResidue({ ...account, has_leftovers: leftovers.length > 0 }))
      throw new ApiError(
        'conflict',
        'Nothing can be accepted in this account now: no clean-up has left anything in it.',
      )
    await assertDay(tx, until)
    const unknown = resources.flatMap((one, index) =>
      leftovers.some(same(one))
        ? []
        : [{ field: `resources.${index}`, message: `The latest clean-up did not leave ${one.type} ${one.name}.` }],
    )
    if (unknown.length > 0) throw invalidFields(unknown)
    const set = { accepted_residue: resources, residue_until: endOfDay(until) }
    const row = await queries.updateAccount(tx, account.id, version, set)
    const note = `Accepted until ${until}: ${namesOf(resources)}. ${reason}`
    await queries.insertHistoryNote(tx, account, note, by.actor.id)
    await recordAudit(tx, {
      ...by,
      reason,
      action: 'cloud_accounts.accept_residue',
      subject: subject(account),
      before: residueOf(account),
      after: residueOf(row),
    })
  })
  return readAccount(deps, by.actor, id)
}

async function assertDay(tx: Db, until: string) {
  const days = await daysUntil(tx, until)
  if (days < 0) throw invalidField('until', 'This day is in the past')
  if (days > MAX_RESIDUE_DAYS) throw invalidField('until', `Choose a day within ${MAX_RESIDUE_DAYS} days`)
}

const residueOf = ({ accepted_residue, residue_until }: queries.AccountRow) => ({ accepted_residue, residue_until })

/** Withdraws all accepted residue. An Available account that contains some is cleaned. */
export async function withdrawResidue(
  deps: NeededDeps,
  by: AuditActor,
  id: string,
  { version, reason }: Output<'residueWithdrawal'>,
) {
  await deps.db.transaction(async (tx) => {
    const account = await queries.lockAccountByAnyId(tx, id)
    if (!canWithdrawResidue(account)) throw new ApiError('conflict', 'Nothing is accepted in this account.')
    await queries.updateAccount(tx, account.id, version, NONE)
    await endAcceptance(tx, deps, account, `Acceptance withdrawn: ${reason}`, by.actor.id)
    await recordAudit(tx, {
      ...by,
      reason,
      action: 'cloud_accounts.withdraw_residue',
      subject: subject(account),
      before: residueOf(account),
      after: NONE,
    })
  })
  return readAccount(deps, by.actor, id)
}

const NONE = { accepted_residue: [], residue_until: null }

/** Ends the acceptance of residue whose date has passed, and checks these accounts again. Safe to retry: they are not found again. */
export async function expireResidue({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const { id } of await listExpired(db))
    await db.transaction(async (tx) => {
      const account = await queries.clearExpiredResidue(tx, id)
      if (account) await endAcceptance(tx, { queue }, account, 'The acceptance has expired', null)
    })
}

async function endAcceptance(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  account: queries.AccountRow,
  reason: string,
  actorId: string | null,
) {
  if (await queries.transitionAccount(tx, account.id, 'drifted', { reason, actorId }))
    await queue.send(tx, 'cloud-accounts.clean', { id: account.id })
  else await queries.insertHistoryNote(tx, account, reason, actorId)
}

/** The inventory, with currently accepted resources counted as residue. */
export async function withoutAccepted(db: Db, accountId: string, { residue, left }: Inventory): Promise<Inventory> {
  const accepted = left.length > 0 ? await listAccepted(db, accountId) : []
  const mayStay = (one: ResourceName) => accepted.some(same(one))
  return {
    residue: [...residue, ...left.filter(mayStay)],
    left: left.filter((one) => !mayStay(one)),
  }
}
