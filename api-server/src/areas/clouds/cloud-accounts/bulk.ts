import type { BulkActionName } from '@flagyard/api-types'
import { recordAudits } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import type { Tenants } from '../../../ports/ports.ts'
import { listAccounts, refusals } from './bulk-queries.ts'
import { enqueueChecks } from './credentials.ts'
import { holdOrRelease } from './hold.ts'
import { accountSource } from './list-queries.ts'
import * as queries from './queries.ts'
import { auditFields, retireLocked, startNuke, subject } from './service.ts'

type Verb = keyof typeof refusals

const clouds = { aws_accounts: 'aws', azure_subscriptions: 'azure', gcp_projects: 'gcp' } as const
type PoolAction = Extract<BulkActionName, `${keyof typeof clouds}.${Verb}`>

/** Changes one account, which is locked and passed the refusal check. */
async function change(tx: Tx, verb: Verb, account: queries.AccountRow, { deps, actor, ...run }: Run): Promise<void> {
  const reason = run.reason ?? undefined
  if (verb === 'hold' || verb === 'release')
    await holdOrRelease(tx, deps, actor, account, { hold: verb === 'hold', reason })
  else if (verb === 'verify') await enqueueChecks(tx, deps, [account])
  else if (verb === 'retire') await retireLocked(tx, account, actor)
  else if (!(await startNuke(tx, deps, account, actor)))
    throw new ApiError('conflict', 'This account can no longer be nuked.')
}

type Run = Pick<BulkRun, 'actor' | 'reason'> & { deps: Pick<BulkRun['deps'], 'queue'> & { tenants: Tenants } }

/** Bulk action on accounts of a cloud, with the same rules as the single action. Accounts with a lab are refused. */
const poolAction = (cloud: CloudName, verb: Verb, tenants: Tenants): BulkAction => ({
  source: accountSource(cloud, tenants),
  resourceName: 'account',
  refusal: refusals[verb],
  chunk: 20,
  lockFirst: (tx) => queries.lockPool(tx, cloud),
  async apply(tx: Tx, items: Item[], { deps, actor, reason, address, jobId }: BulkRun): Promise<Outcome[]> {
    const before = await listAccounts(tx, cloud, items)
    for (const account of before) await change(tx, verb, account, { deps: { ...deps, tenants }, actor, reason })
    const after = new Map((await listAccounts(tx, cloud, items)).map((row) => [row.id, auditFields(row)]))
    await recordAudits(
      tx,
      before.map((account) => ({
        actor,
        reason,
        address,
        jobId,
        action: `cloud_accounts.${verb}` as const,
        subject: subject(account),
        before: auditFields(account),
        after: after.get(account.id),
      })),
    )
    return before.map(({ account_id }) => ({ id: account_id }))
  },
})

export const cloudAccountBulkActions = (tenants: Tenants) =>
  Object.fromEntries(
    Object.entries(clouds).flatMap(([list, cloud]) =>
      Object.keys(refusals).map((verb) => [`${list}.${verb}`, poolAction(cloud, verb as Verb, tenants)]),
    ),
  ) as Record<PoolAction, BulkAction>
