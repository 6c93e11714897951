import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { CloudStatus } from '../db/schema/index.ts'
import { probeSimulated } from '../integrations/clouds/simulated-probe.ts'
import type { FoundTrace } from '../integrations/clouds/traces.ts'
import { type Condition, pool, refusal, residue, stubborn } from './accounts-data.ts'
import { buildSeconds, deploymentRow } from './deployments.ts'
import { adminId } from './people.ts'
import { after, createRandom, DAY, idOf, MINUTE, SECOND } from './random.ts'
import type { Lease, Rows, Story } from './rows.ts'

/** An account while its history is being generated: its latest step, and the time of it. */
interface AccountHistory {
  row: Rows['cloudAccounts'][number] & { id: string }
  condition: Condition
  status: CloudStatus
  at: Date
  /** Start of its current state, such as a quarantine. No demo lab leases the account shortly before. */
  special: Date
  /** Result of the probe, which is the same for every account of a cloud. */
  traces: FoundTrace[]
  /** Deployment whose contents are held. */
  abused?: Lease
}

/** The pool with its whole history: every past deployment gets an account that was free, in order. */
export async function addAccounts(
  rows: Rows,
  leases: Lease[],
  { now, seal }: Pick<Story, 'now' | 'seal'>,
): Promise<void> {
  const probed: Partial<Record<AccountHistory['row']['cloud'], FoundTrace[]>> = {}
  for (const { cloud, account_id, region } of pool)
    probed[cloud] ??= await probeSimulated({ cloud, account_id, region, credentials: {} }, [], { guarded: true })
  const accounts = pool.map(({ condition, ...entry }): AccountHistory => {
    const id = idOf(`account ${entry.account_id}`)
    const created_at = after(now, -290 * DAY)
    const credentials_sealed = seal('credentials', id, JSON.stringify({ simulated: entry.account_id }))
    const row: AccountHistory['row'] = { ...entry, id, created_at, credentials_sealed, status: 'Available' }
    rows.cloudAccounts.push(row)
    const special = condition === 'available' ? now : after(now, -SPECIAL_DAYS_AGO[condition] * DAY)
    const account: AccountHistory = {
      row,
      condition,
      status: 'Pending',
      at: created_at,
      special,
      traces: probed[row.cloud] ?? [],
    }
    const actor_id = adminId
    rows.cloudAccountTransitions.push({
      cloud_account_id: id,
      at: created_at,
      from_status: null,
      to_status: 'Pending',
      reason: 'Added by an administrator',
      actor_id,
    })
    step(rows, account, after(created_at, 40 * SECOND), 'Available', 'Credentials verified, and it is empty')
    row.receipt_id = idOf(`receipt 0 ${id}`)
    const looked = { removed: [], residue: residue[row.cloud], left: [], traces: account.traces }
    rows.nukeReceipts.push({ ...looked, id: row.receipt_id, cloud_account_id: id, pass: 0, at: account.at })
    return account
  })
  for (const lease of leases.toSorted((a, b) => a.queued_at.getTime() - b.queued_at.getTime())) {
    const account = needsNone(lease) ? undefined : freeAccount(accounts, lease)
    const leased = { cloud_account_id: account?.row.id ?? null, receipt_id: account?.row.receipt_id ?? null }
    if (account) use(rows, account, lease)
    rows.deployments.push({ ...deploymentRow(lease, leased.cloud_account_id), ...leased })
  }
  for (const account of accounts) finish(rows, account, now)
  // Rows are numbered in insertion order, so they are inserted in chronological order.
  rows.cloudAccountTransitions.sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
}

const SPECIAL_DAYS_AGO = { hold: 5, quarantine: 12, pending: 3 }

const needsNone = ({ reason }: Lease) => reason === 'left_queue' || reason === 'unclaimed'

/** The account unused for longest. If all were busy, the lease waits a little. The abused lab gets the account that is held later. */
function freeAccount(accounts: AccountHistory[], lease: Lease): AccountHistory {
  const mine = accounts.filter(({ row }) => row.cloud === lease.cloud)
  const held = mine.find(({ condition }) => condition === 'hold')
  if (lease.reason === 'abuse' && held) {
    held.special = after(lease.queued_at, lease.minutes * MINUTE)
    return held
  }
  const end = after(lease.queued_at, lease.minutes * MINUTE)
  const open = mine.filter(({ special, condition }) => condition === 'available' || after(end, 30 * DAY) < special)
  const [longest] = open.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  if (!longest) throw new Error(`The demo has no ${lease.cloud} account for a lab.`)
  if (longest.at > lease.queued_at) lease.queued_at = after(longest.at, MINUTE)
  return longest
}

/** A complete lease: built, used, cleaned twice. An abused one stops when the administrator holds it. */
function use(rows: Rows, account: AccountHistory, lease: Lease): void {
  const random = createRandom(`cleaning ${lease.id}`)
  const at = (seconds: number) => after(lease.queued_at, seconds * SECOND)
  const built = buildSeconds(lease)
  const ended = built + Math.round(lease.minutes * 60)
  const tell = (seconds: number, to: CloudStatus, reason: string) =>
    step(rows, account, at(seconds), to, reason, { deployment_id: lease.id })
  tell(1, 'Locked', lease.attempt_id ? 'Reserved for an exam' : 'Leased')
  tell(3, 'Provisioning', 'The build starts')
  if (lease.reason === 'failed') {
    tell(built, 'Dirty', 'The build failed')
  } else {
    tell(built, 'Provisioned', 'Applied')
    if (lease.reason === 'abuse') {
      account.abused = lease
      account.row.receipt_id = null
      return
    }
    tell(ended, 'Dirty', 'Ended, credentials revoked first')
  }
  const dirty = lease.reason === 'failed' ? built : ended
  tell(dirty + 20, 'Nuking', 'Clean-up')
  tell(dirty + random.whole(80, 200), 'Nuked', 'The first pass found it empty')
  tell(dirty + random.whole(260, 340), 'Available', 'The second pass found it empty too')
  account.row.last_nuked_at = account.at
  account.row.receipt_id = idOf(`receipt 2 ${lease.id}`)
  const removed = lease.stages.flatMap(({ resources }) => resources.map(({ type, name }) => ({ type, name })))
  const emptied = { cloud_account_id: account.row.id, residue: residue[account.row.cloud], left: [] }
  rows.nukeReceipts.push(
    { ...emptied, id: idOf(`receipt 1 ${lease.id}`), pass: 1, removed, at: at(dirty + 80) },
    { ...emptied, id: account.row.receipt_id, pass: 2, removed: [], traces: account.traces, at: account.at },
  )
}

function step(
  rows: Rows,
  account: AccountHistory,
  at: Date,
  to: CloudStatus,
  reason: string,
  by: { deployment_id?: string; actor_id?: string } = {},
): void {
  rows.cloudAccountTransitions.push({
    cloud_account_id: account.row.id,
    at,
    from_status: account.status,
    to_status: to,
    reason,
    ...by,
  })
  account.status = to
  account.at = at
}

/** How the held, the quarantined and the refused account got into their states. */
function finish(rows: Rows, account: AccountHistory, now: Date): void {
  const { row, condition, special } = account
  const by = { actor_id: adminId }
  if (condition === 'hold') {
    const { abused } = account
    const reason = abused
      ? 'Held with its contents: the provider reported mining'
      : 'Reserved while its quota is raised'
    step(rows, account, special, 'Locked', reason, by)
    Object.assign(row, { lock_reason: 'hold', used_contents: abused !== undefined, notes: reason })
    if (abused) addContents(rows, row, abused)
    auditHold(rows, account, reason)
  }
  if (condition === 'quarantine') quarantine(rows, account)
  if (condition === 'pending') {
    const message = refusal[row.cloud]
    step(rows, account, special, 'Pending', `The credentials fail: ${message}`)
    row.last_error = message
    row.receipt_id = null
    const fault = { id: idOf(`fault ${row.id}`), step: 'verify', effect: 'refuse', message, times: 1_000_000 } as const
    rows.simulatedFaults.push({ ...fault, cloud: row.cloud, account_id: row.account_id })
  }
  row.status = account.status
  row.status_since = account.at > now ? now : account.at
}

/** Drift was found, and three clean-ups in a row failed on the same resource. */
function quarantine(rows: Rows, account: AccountHistory): void {
  const { row, special } = account
  const { error, ...resource } = stubborn[row.cloud]
  step(rows, account, special, 'Dirty', `Drift found: ${resource.name} was not there before`)
  for (let failure = 1; failure <= 3; failure++) {
    const start = after(special, (2 ** failure * 10 - 19) * MINUTE)
    step(rows, account, start, 'Nuking', 'Clean-up')
    step(rows, account, after(start, 4 * MINUTE), 'Dirty', error)
    rows.nukeReceipts.push({
      id: idOf(`receipt ${failure} ${row.id}`),
      cloud_account_id: row.id,
      pass: 1,
      removed: [],
      residue: residue[row.cloud],
      left: [resource],
      at: account.at,
    })
  }
  step(rows, account, after(account.at, SECOND), 'Locked', 'Quarantined after the third failed clean-up in a row')
  Object.assign(row, {
    lock_reason: 'quarantine',
    nuke_failures: 3,
    last_error: error,
    used_contents: true,
    receipt_id: null,
  })
  const left = { id: idOf(`left ${row.id}`), cloud: row.cloud, account_id: row.account_id, ...resource }
  rows.simulatedResources.push({ ...left, created_at: special, attributes: { undeletable: error } })
}

const MINERS = {
  aws: { type: 'aws_instance', name: 'xm-worker-1' },
  azure: { type: 'azurerm_linux_virtual_machine', name: 'xm-worker-1' },
  gcp: { type: 'google_compute_instance', name: 'xm-worker-1' },
}

/** Contents of a held account: everything its last lab built, and the miner. */
function addContents(rows: Rows, { cloud, account_id }: AccountHistory['row'], lease: Lease): void {
  const built = lease.stages.flatMap(({ resources }) => resources)
  for (const { type, name } of [...built, MINERS[cloud]]) {
    rows.simulatedResources.push({
      id: idOf(`resource ${account_id} ${type} ${name}`),
      type,
      name,
      cloud,
      account_id,
      deployment_id: lease.id,
      created_at: lease.queued_at,
    })
  }
}

function auditHold(rows: Rows, { row, at }: AccountHistory, reason: string): void {
  rows.audit.push({
    id: idOf(`audit hold ${row.id}`),
    at,
    actor_id: adminId,
    actor: 'admin',
    action: 'cloud_accounts.hold' satisfies AuditAction,
    subject_type: 'cloud_account',
    subject_id: row.account_id,
    after: { hold: true },
    reason,
    address: '127.0.0.1',
  })
}
