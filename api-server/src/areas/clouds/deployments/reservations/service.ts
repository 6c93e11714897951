import { randomUUID } from 'node:crypto'
import { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { listIdsByUsername } from '../../../platform/auth/index.ts'
import { lockPool } from '../../cloud-accounts/index.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'
import { shortageOf } from '../queue/capacity.ts'
import { listOccupancy } from '../queue/capacity-queries.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue'>
type Input = Output<'groupReservationInput'>

/** Maximum length of a group reservation, in days. */
const MAX_GROUP_DAYS = 31

export async function listGroups({ db }: Pick<Deps, 'db'>, caller: CurrentUser) {
  return (await queries.listOpenGroups(db)).map((row) => ({ ...row, allowed: allowedOnGroup(row, caller) }))
}

const readGroup = async ({ db }: Pick<Deps, 'db'>, caller: CurrentUser, id: string) => {
  const row = await queries.findGroup(db, id)
  return { ...row, allowed: allowedOnGroup(row, caller) }
}

const allowedOnGroup = ({ cancelled_at }: { cancelled_at: Date | null }, caller: CurrentUser) => {
  const may = mayCall(operations.updateGroupReservation, caller) && cancelled_at === null
  return allowedAmong({ update: may, cancel: may })
}

/** Reserves accounts of a cloud for a group. Fails if exams and other groups leave too few. */
export async function reserveForGroup(deps: NeededDeps, by: AuditActor, input: Input) {
  const id = randomUUID()
  await deps.db.transaction(async (tx) => {
    const { span, members } = await check(tx, { ...input, id })
    await queries.insertGroup(tx, { id, ...toRow(input), ...span, created_by: by.actor.id })
    await queries.saveMembers(tx, id, members)
    await recordAudit(tx, { ...by, action: 'pool.reserve', subject: subjectOf(id), after: input })
  })
  return readGroup(deps, by.actor, id)
}

export async function changeGroup(
  deps: NeededDeps,
  by: AuditActor,
  id: string,
  { version, ...input }: Output<'groupReservationEdit'>,
) {
  await deps.db.transaction(async (tx) => {
    const found = await queries.findGroup(tx, id)
    for (const cloud of [...new Set([found.cloud, input.cloud])].sort()) await lockPool(tx, cloud)
    const before = await queries.lockGroup(tx, id)
    assertCurrent(before, version)
    const { span, members } = await check(tx, { ...input, id: before.id })
    await queries.updateGroup(tx, before.id, { ...toRow(input), ...span })
    await queries.saveMembers(tx, before.id, members)
    await recordAudit(tx, {
      ...by,
      action: 'pool.change_reservation',
      subject: subjectOf(id),
      before: auditOf(found),
      after: input,
    })
    for (const cloud of new Set([found.cloud, input.cloud])) await assignFreeAccounts(tx, deps, cloud)
  })
  return readGroup(deps, by.actor, id)
}

/** Releases the reserved accounts for everyone, immediately. */
export async function cancelGroup(
  deps: NeededDeps,
  by: AuditActor,
  id: string,
  { version, reason }: Output<'groupReservationCancel'>,
) {
  await deps.db.transaction(async (tx) => {
    const found = await queries.findGroup(tx, id)
    await lockPool(tx, found.cloud)
    const before = await queries.lockGroup(tx, id)
    assertCurrent(before, version)
    await queries.cancelGroup(tx, before.id)
    await recordAudit(tx, {
      ...by,
      reason,
      action: 'pool.cancel_reservation',
      subject: subjectOf(id),
      before: auditOf(found),
    })
    await assignFreeAccounts(tx, deps, found.cloud)
  })
  return readGroup(deps, by.actor, id)
}

const subjectOf = (id: string) => ({ type: 'group_reservation', id })
const toRow = ({ name, cloud, accounts }: Input) => ({ name, cloud, accounts })
function auditOf(group: Awaited<ReturnType<typeof queries.findGroup>>) {
  const { name, cloud, accounts, from_at, until_at, members } = group
  return { name, cloud, accounts, from_at, until_at, members }
}

function assertCurrent(before: queries.GroupRow, version: number) {
  if (before.cancelled_at) throw new ApiError('conflict', 'This reservation was cancelled.')
  if (before.version !== version)
    throw new ApiError('stale_version', 'Someone else changed this reservation in the meantime. Please reload it.')
}

/** Validates the span and the members under the pool lock, and checks that enough accounts are free. */
async function check(tx: Db, { id, cloud, accounts, ...input }: Input & { id: string }) {
  const span = { from_at: new Date(input.from_at), until_at: new Date(input.until_at) }
  await lockPool(tx, cloud)
  const occupancy = await listOccupancy(tx, cloud)
  if (span.until_at <= span.from_at) throw invalidField('until_at', 'The end must be after the beginning')
  if (span.until_at <= occupancy.now) throw invalidField('until_at', 'This is in the past')
  if (span.until_at.getTime() - span.from_at.getTime() > MAX_GROUP_DAYS * 86_400_000)
    throw invalidField('until_at', `Accounts can be reserved for at most ${MAX_GROUP_DAYS} days`)
  const members = await findMembers(tx, input.members)
  const others = { ...occupancy, groups: (occupancy.groups ?? []).filter((one) => one.id !== id) }
  const from = new Date(Math.max(span.from_at.getTime(), occupancy.now.getTime()))
  const shortage = shortageOf(others, { id, accounts, from, until: span.until_at })
  if (shortage) throw tooFew(shortage, accounts, await queries.listGroupsAt(tx, cloud, shortage.at, id))
  return { span, members }
}

async function findMembers(tx: Db, names: string[]): Promise<string[]> {
  const idOf = await listIdsByUsername(tx, names)
  const active = new Set(await queries.listNotDisabled(tx, [...idOf.values()]))
  const unknown = names.filter((name) => !active.has(idOf.get(name) ?? ''))
  if (unknown.length > 0)
    throw invalidField('members', `There is no active account called ${unknown.slice(0, 5).join(', ')}`)
  return [...active]
}

type Shortage = NonNullable<ReturnType<typeof shortageOf>>

/** Error with the moment of the shortage, the number of accounts left, and what uses the rest. */
function tooFew(
  { at, left, exams, spares, labs }: Shortage,
  wanted: number,
  groups: { name: string; accounts: number }[],
) {
  const taken = [
    ...(exams > 0 ? [`${exams} for exams with ${spares} spare`] : []),
    ...groups.map(({ name, accounts }) => `${accounts} for “${name}”`),
    ...(labs > 0 ? [`${labs} in use or being cleaned`] : []),
  ]
  const why = taken.length > 0 ? ` Taken: ${taken.join(', ')}.` : ''
  return new ApiError('conflict', `At the busiest moment, only ${left} of ${wanted} accounts are left.${why}`, {
    extra: { at: at.toISOString(), left, exams, spares, labs, groups },
  })
}
