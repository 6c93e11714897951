import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { recordAudits } from '../../audit-log/record.ts'
import type { Tx } from '../../db/open.ts'
import type { BulkAction, BulkRun, Item, Outcome } from '../../extension-points/bulk-action.ts'
import { prepareActivation } from '../auth/accounts/sign-up.ts'
import { prepareReset } from '../auth/passwords/reset.ts'
import { type Account, endSessionsOfMany, lockAdministrators, updateAccounts } from '../auth/service.ts'
import {
  disableRefusal,
  enableRefusal,
  listAccounts,
  notActivatableRefusal,
  notResettableRefusal,
} from './bulk-queries.ts'
import { userSource } from './queries.ts'

const accounts = { source: userSource, one: 'account' } as const

/** What can be done to many accounts. The rules are those of a single change (admin-service.ts). */
export const userBulkActions = {
  'users.disable': { ...accounts, refusal: disableRefusal, chunk: 100, lockFirst: lockAdministrators, apply: disable },
  'users.enable': { ...accounts, refusal: enableRefusal, chunk: 100, lockFirst: lockAdministrators, apply: enable },
  'users.resend_activation': {
    ...accounts,
    refusal: notActivatableRefusal,
    chunk: 20,
    apply: (tx, items, run) => mail(tx, items, run, 'users.resend_activation', prepareActivation),
  },
  'users.send_password_reset': {
    ...accounts,
    refusal: notResettableRefusal,
    chunk: 20,
    apply: (tx, items, run) => mail(tx, items, run, 'users.send_password_reset', prepareReset),
  },
} satisfies Record<string, BulkAction>

const idsOf = (some: Account[]) => some.map(({ id }) => id)

/** Signs out at once; undoing an enabling gives the old reason back. */
async function disable(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const found = await listAccounts(tx, items)
  const disabled_at = run.deps.clock.now()
  const memos = new Map(items.map(({ id, memo }) => [id, memo]))
  const reasonOf = ({ username }: Account) => (memos.get(username)?.disabled_reason as string | null) ?? run.reason
  for (const [reason, group] of Map.groupBy(found, reasonOf))
    await updateAccounts(tx, idsOf(group), { disabled_at, disabled_reason: reason })
  await endSessionsOfMany(tx, idsOf(found), 'disabled')
  await recordAudits(
    tx,
    found.map((account) => ({
      ...entry(account, run),
      action: 'users.disable',
      before: { disabled_at: account.disabled_at, disabled_reason: account.disabled_reason },
      after: { disabled_at, disabled_reason: reasonOf(account) },
    })),
  )
  return found.map(({ username }) => ({ id: username, memo: { disabled_at: disabled_at.toISOString() } }))
}

/** Undoing a disabling leaves alone whoever was disabled anew since. */
async function enable(tx: Tx, items: Item[], run: BulkRun): Promise<Outcome[]> {
  const memos = new Map(items.map(({ id, memo }) => [id, memo]))
  const isOurs = (account: Account) => {
    const ours = memos.get(account.username)?.disabled_at
    return ours === undefined || ours === account.disabled_at?.toISOString()
  }
  const found = await listAccounts(tx, items)
  const ours = found.filter(isOurs)
  await updateAccounts(tx, idsOf(ours), { disabled_at: null, disabled_reason: null })
  await recordAudits(
    tx,
    ours.map((account) => ({
      ...entry(account, run),
      action: 'users.enable',
      before: { disabled_at: account.disabled_at, disabled_reason: account.disabled_reason },
      after: { disabled_at: null, disabled_reason: null },
    })),
  )
  return found.map((account) =>
    isOurs(account)
      ? { id: account.username, memo: { disabled_reason: account.disabled_reason } }
      : { id: account.username, refused: 'Somebody disabled this account anew since. It stays as it is.' },
  )
}

type Prepare = typeof prepareActivation

/** Mail and audit entry are rows of the chunk's transaction: whatever comes between, each account gets its one mail. */
async function mail(tx: Tx, items: Item[], run: BulkRun, action: AuditAction, prepare: Prepare): Promise<Outcome[]> {
  const found = await listAccounts(tx, items)
  for (const account of found) await (await prepare({ ...run.deps, db: tx }, account))(tx)
  await recordAudits(
    tx,
    found.map((account) => ({ ...entry(account, run), action })),
  )
  return found.map(({ username }) => ({ id: username }))
}

const entry = (account: Account, { actor, reason, address, jobId }: BulkRun) => ({
  actor,
  subject: { type: 'user', id: account.username },
  reason,
  address,
  jobId,
})
