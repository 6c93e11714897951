import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudits } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../../extension-points/bulk-action.ts'
import {
  type Account,
  endSessionsOfMany,
  lockAdministrators,
  prepareActivation,
  prepareReset,
  updateAccounts,
} from '../../platform/auth/index.ts'
import { regradeFlag } from '../../training/exam-attempts/index.ts'
import { endLabsOfDisabled } from './admin-service.ts'
import {
  countLabs,
  disableRefusal,
  enableRefusal,
  listAccounts,
  noRefusal,
  notActivatableRefusal,
  notResettableRefusal,
} from './bulk-queries.ts'
import { userSource } from './queries.ts'

const accounts = { source: userSource, resourceName: 'account' } as const

/** Bulk actions on accounts, with the same rules as for a single change (admin-service.ts). */
export const userBulkActions = {
  'users.disable': {
    ...accounts,
    refusal: disableRefusal,
    chunk: 100,
    lockFirst: lockAdministrators,
    countLabs,
    apply: disable,
  },
  'users.enable': { ...accounts, refusal: enableRefusal, chunk: 100, lockFirst: lockAdministrators, apply: enable },
  'users.resend_activation': {
    ...accounts,
    refusal: notActivatableRefusal,
    chunk: 20,
    apply: (tx, items, run) => sendMails(tx, items, run, 'users.resend_activation', prepareActivation),
  },
  'users.send_password_reset': {
    ...accounts,
    refusal: notResettableRefusal,
    chunk: 20,
    apply: (tx, items, run) => sendMails(tx, items, run, 'users.send_password_reset', prepareReset),
  },
  'users.regrade': { ...accounts, refusal: noRefusal, chunk: 20, apply: regrade },
} satisfies Record<string, BulkAction>

const idsOf = (list: Account[]) => list.map(({ id }) => id)

/**
 * Disables accounts and ends their sessions and, unless they are to be kept, their labs. As the undo of `enable`, restores the
 * earlier reason from the memo.
 */
async function disable(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const found = await listAccounts(tx, items)
  const disabled_at = run.deps.clock.now()
  const memos = new Map(items.map(({ id, memo }) => [id, memo]))
  const reasonOf = ({ username }: Account) => (memos.get(username)?.disabled_reason as string | null) ?? run.reason
  for (const [reason, group] of Map.groupBy(found, reasonOf))
    await updateAccounts(tx, idsOf(group), { disabled_at, disabled_reason: reason })
  await endSessionsOfMany(tx, idsOf(found), 'disabled')
  const labs = run.endDeployments ? await endLabsOfDisabled(tx, run.deps, found) : []
  await recordAudits(
    tx,
    found.map((account) => ({
      ...entry(account, run),
      action: 'users.disable',
      before: { disabled_at: account.disabled_at, disabled_reason: account.disabled_reason },
      after: { disabled_at, disabled_reason: reasonOf(account) },
    })),
  )
  await recordAudits(
    tx,
    labs.map(({ account, ...change }) => ({ ...entry(account, run), ...change })),
  )
  return found.map(({ username }) => ({ id: username, memo: { disabled_at: disabled_at.toISOString() } }))
}

/** Enables accounts. As the undo of `disable`, skips accounts that were disabled again in the meantime. */
async function enable(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const memos = new Map(items.map(({ id, memo }) => [id, memo]))
  const canEnable = (account: Account) => {
    const disabledAt = memos.get(account.username)?.disabled_at
    return disabledAt === undefined || disabledAt === account.disabled_at?.toISOString()
  }
  const found = await listAccounts(tx, items)
  const enabled = found.filter(canEnable)
  await updateAccounts(tx, idsOf(enabled), { disabled_at: null, disabled_reason: null })
  await recordAudits(
    tx,
    enabled.map((account) => ({
      ...entry(account, run),
      action: 'users.enable',
      before: { disabled_at: account.disabled_at, disabled_reason: account.disabled_reason },
      after: { disabled_at: null, disabled_reason: null },
    })),
  )
  return found.map((account) =>
    canEnable(account)
      ? { id: account.username, memo: { disabled_reason: account.disabled_reason } }
      : { id: account.username, refused: 'Someone has disabled this account again meanwhile, so it stays disabled.' },
  )
}

type Prepare = typeof prepareActivation

/** Queues the mails in the chunk's transaction, so that each account gets exactly one, also after a retry. */
async function sendMails(
  tx: Tx,
  items: Item[],
  run: BulkRun,
  action: AuditAction,
  prepare: Prepare,
): Promise<Outcome[]> {
  const found = await listAccounts(tx, items)
  for (const account of found) await (await prepare({ ...run.deps, db: tx }, account))(tx)
  await recordAudits(
    tx,
    found.map((account) => ({ ...entry(account, run), action })),
  )
  return found.map(({ username }) => ({ id: username }))
}

/** Awards the points of a broken flag to the affected accounts. Accounts that already have them are refused, so repeating it changes nothing. */
async function regrade(
  tx: Tx,
  items: Item[],
  { flag, deps, actor, address, reason, jobId }: BulkRun,
): Promise<Outcome[]> {
  const found = await listAccounts(tx, items)
  const outcomes: Outcome[] = []
  for (const account of found) {
    const by = { actor, address, reason: reason ?? '', jobId }
    const changed = flag ? await regradeFlag(tx, deps, account, flag, by) : []
    const { username } = account
    outcomes.push(changed.length > 0 ? { id: username } : { id: username, refused: NOT_TOUCHED })
  }
  return outcomes
}

const NOT_TOUCHED = 'No exam of this account lacks the points of this flag.'

const entry = (account: Account, { actor, reason, address, jobId }: BulkRun) => ({
  actor,
  subject: { type: 'user', id: account.username },
  reason,
  address,
  jobId,
})
