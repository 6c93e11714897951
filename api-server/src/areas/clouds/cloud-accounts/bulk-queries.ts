import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../../db/lists/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { type CloudName, cloudAccounts } from '../../../db/schema/index.ts'
import type { Item } from '../../../extension-points/bulk-action.ts'
import type { AccountRow } from './queries.ts'

const { status, lock_reason, hold_reason, is_evidence } = cloudAccounts

const preservedEvidence = sql`when ${is_evidence} and ${status} = 'Locked' then ${'Its contents are preserved as evidence. Release its hold first.'}`

/** Labs are not ended in bulk: an administrator ends one on its account page, where its learner is shown. */
const underLab = (done: string): SQL =>
  sql`when ${lock_reason} = 'lease' or ${status} in ('Provisioning', 'Provisioned') then ${`A learner’s lab is in it. It can be ${done} on its own page.`}`
const otherState = (done: string): SQL => sql`'An account in the state ' || ${status} || ${` cannot be ${done}.`}`

/**
 * Reason why a bulk action on an account is refused, by the same rules as for one account (transitions.ts). The first one that applies gives the
 * message. Credentials can be verified in any state.
 */
export const refusals = {
  hold: (): Refusal => sql`case
    when ${hold_reason} is not null then 'It is already being held. The lab in it is still ending.'
    ${underLab('held')}
    when ${lock_reason} = 'hold' then 'It is already on hold.'
    when ${status} not in ('Available', 'Dirty') then ${otherState('held')} end`,
  release: (): Refusal => sql`case when ${lock_reason} is distinct from 'hold' then 'It is not on hold.' end`,
  verify: (): Refusal => sql`null::text`,
  nuke: (): Refusal => sql`case
    ${underLab('nuked')}
    ${preservedEvidence}
    when ${lock_reason} = 'reserved' then 'It is reserved for an exam.'
    when ${status} in ('Nuking', 'Nuked') then 'It is already being cleaned.' end`,
  retire: (): Refusal => sql`case
    ${preservedEvidence}
    when ${lock_reason} in ('hold', 'quarantine') or ${status} in ('Pending', 'Available', 'Dirty') then null
    else ${otherState('retired')} end`,
}

export const listAccounts = (tx: Db, cloud: CloudName, items: Item[]): Promise<AccountRow[]> =>
  tx
    .select()
    .from(cloudAccounts)
    .where(
      and(
        eq(cloudAccounts.cloud, cloud),
        isNull(cloudAccounts.retired_at),
        inArray(
          cloudAccounts.account_id,
          items.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(cloudAccounts.account_id))
