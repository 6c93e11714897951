import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../../db/lists/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { deployments, users } from '../../../db/schema/index.ts'
import type { Item } from '../../../extension-points/bulk-action.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { type Account, isAdministrator, mailLimitRefusal } from '../../platform/auth/index.ts'
import { isFrozen } from '../account-freezes/index.ts'

type Actor = Pick<CurrentUser, 'id' | 'capabilities'>

/** The same rule as in `assertNotLastOwner`. An account that is being deleted does not count as an owner. */
const isActiveOwner = (account: SQL) => sql`('admin' = any(${account}.roles) and 'owner' = any(${account}.capabilities)
  and ${account}.activated_at is not null and ${account}.disabled_at is null and ${account}.deletion_due_at is null)`
const isOwner = isActiveOwner(sql`users`)
const isAnotherOwnerLeft = sql`exists (select 1 from ${users} o where o.id <> ${users}.id and ${isActiveOwner(sql`o`)})`

/** The same rules as for a single change (admin-service.ts). The first that applies is the refusal message. */
export const disableRefusal = (actor: Actor): Refusal => sql`case
  when ${users.disabled_at} is not null then 'This account is already disabled.'
  when ${users.id} = ${actor.id}::uuid and not (${isOwner} and not ${isAnotherOwnerLeft}) then 'You cannot disable your own account. Ask another owner.'
  when ${isOwner} and not ${isAnotherOwnerLeft} then 'This is the last owner. Make another account an owner first.'
  ${administratorRefusal(actor)} end`

export const enableRefusal = (actor: Actor): Refusal => sql`case
  when ${users.disabled_at} is null then 'This account is not disabled.'
  when ${isFrozen(sql`${users.id}`)} then 'This account is frozen. Lift the freeze on its page.'
  ${administratorRefusal(actor)} end`

const closedAccountRefusals = sql`when ${users.deletion_due_at} is not null then 'This account is being deleted. Undo the deletion first.'
  when ${users.disabled_at} is not null then 'This account is disabled. Enable it first.'`

export const notActivatableRefusal = (): Refusal => sql`case
  ${closedAccountRefusals}
  when ${users.activated_at} is not null then 'This account is already active.'
  ${mailLimitRefusal('activation')} end`

export const notResettableRefusal = (): Refusal => sql`case
  ${closedAccountRefusals}
  when ${users.activated_at} is null then 'This account is not activated yet. Send the activation link instead.'
  ${mailLimitRefusal('password_reset')} end`

/** Only owners may disable or enable administrators. */
const administratorRefusal = ({ capabilities }: Actor) =>
  capabilities.includes('owner')
    ? sql``
    : sql`when ${isAdministrator} then 'Disabling and enabling an administrator needs the capability owner.'`

export const listAccounts = (tx: Db, items: Item[]): Promise<Account[]> =>
  tx
    .select()
    .from(users)
    .where(
      inArray(
        users.username,
        items.map(({ id }) => id),
      ),
    )
    .orderBy(asc(users.id))

/** No refusal in advance: the conditions are checked under the lock of each row. */
export const noRefusal = (): Refusal => sql`null::text`

/** Authors' test deployments count as labs. */
const isLab = sql`${deployments.kind} <> 'exam'`

export const countLabsOf = (db: Db, username: string) => countLabs(db, sql`${username}`)

/**
 * Number of these accounts' labs that run or are being built, of labs that wait for a cloud account, and of exam environments.
 * `usernames` may be a subquery.
 */
export async function countLabs(db: Db, usernames: SQL): Promise<Output<'openLabs'>> {
  const [row] = await db
    .select({
      running: sql<number>`(count(*) filter (where ${isLab} and ${deployments.state} in ('provisioning', 'running')))::int`,
      queued: sql<number>`(count(*) filter (where ${isLab} and ${deployments.state} in ('queued', 'held')))::int`,
      exams: sql<number>`(count(*) filter (where not ${isLab}))::int`,
    })
    .from(deployments)
    .where(
      and(
        sql`${deployments.user_id} in (select u.id from ${users} u where u.username in (${usernames}))`,
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
      ),
    )
  return row ?? { running: 0, queued: 0, exams: 0 }
}
