import { operations } from '@flagyard/api-types'
import type { CloudName, CloudStatus, LockReason } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'

/** Part of an account's state that the rules depend on. */
export interface AccountState {
  status: CloudStatus
  lock_reason: LockReason | null
  /** The account was in use when the hold was applied. */
  used_contents: boolean
}

interface Transition {
  from: CloudStatus
  locks?: readonly LockReason[]
  used?: boolean
  to: CloudStatus
  lock?: LockReason
}

/** All transitions of an account by event; no others exist. An event may start from several states. */
export const accountTransitions = {
  verified: [{ from: 'Pending', to: 'Available' }],
  found_used: [{ from: 'Pending', to: 'Dirty' }],
  leased: [{ from: 'Available', to: 'Locked', lock: 'lease' }],
  reserved: [{ from: 'Available', to: 'Locked', lock: 'reserved' }],
  held: [{ from: 'Available', to: 'Locked', lock: 'hold' }],
  drifted: [{ from: 'Available', to: 'Dirty' }],
  credentials_changed: [{ from: 'Available', to: 'Pending' }],
  released: [
    { from: 'Locked', locks: ['lease', 'reserved'], to: 'Available' },
    { from: 'Locked', locks: ['hold'], used: false, to: 'Available' },
  ],
  building: [{ from: 'Locked', locks: ['lease', 'reserved'], to: 'Provisioning' }],
  hold_lifted: [{ from: 'Locked', locks: ['hold'], used: true, to: 'Dirty' }],
  built: [{ from: 'Provisioning', to: 'Provisioned' }],
  build_failed: [{ from: 'Provisioning', to: 'Dirty' }],
  ended: [{ from: 'Provisioned', to: 'Dirty' }],
  held_in_use: [
    { from: 'Provisioning', to: 'Locked', lock: 'hold' },
    { from: 'Provisioned', to: 'Locked', lock: 'hold' },
    { from: 'Dirty', to: 'Locked', lock: 'hold' },
  ],
  cleaning: [{ from: 'Dirty', to: 'Nuking' }],
  quarantined: [{ from: 'Dirty', to: 'Locked', lock: 'quarantine' }],
  nuke_requested: [
    { from: 'Pending', to: 'Nuking' },
    { from: 'Available', to: 'Nuking' },
    { from: 'Locked', locks: ['hold', 'quarantine'], to: 'Nuking' },
  ],
  emptied: [{ from: 'Nuking', to: 'Nuked' }],
  nuke_failed: [{ from: 'Nuking', to: 'Dirty' }],
  confirmed_empty: [{ from: 'Nuked', to: 'Available' }],
  found_not_empty: [{ from: 'Nuked', to: 'Dirty' }],
} as const satisfies Record<string, readonly Transition[]>

export type AccountEvent = keyof typeof accountTransitions

/** Transitions of an event. Has a general type, for callers that handle any event. */
export const transitionsOf = (event: AccountEvent): readonly Transition[] => accountTransitions[event]

export function nextState(state: AccountState, event: AccountEvent): AccountState | undefined {
  const transition = transitionsOf(event).find(
    (candidate) =>
      candidate.from === state.status &&
      (candidate.locks === undefined || (state.lock_reason !== null && candidate.locks.includes(state.lock_reason))) &&
      (candidate.used === undefined || candidate.used === state.used_contents),
  )
  if (!transition) return undefined
  return { status: transition.to, lock_reason: transition.lock ?? null, used_contents: usedAfter(state, event) }
}

const usedAfter = (state: AccountState, event: AccountEvent) =>
  event === 'held_in_use' || event === 'quarantined' ? true : event === 'confirmed_empty' ? false : state.used_contents

/** Event that puts the account on hold; one in use is held with its contents. Undefined if it cannot be held. */
export function holdEvent(state: AccountState): AccountEvent | undefined {
  if (nextState(state, 'held')) return 'held'
  return nextState(state, 'held_in_use') ? 'held_in_use' : undefined
}

/** Whether an administrator can request a hold now. A lease is released, and a lab in the account is ended first. */
export const canHold = (
  account: AccountState & { hold_reason: string | null; deployment_id: string | null },
): boolean =>
  account.hold_reason === null &&
  (holdEvent(account) !== undefined || (account.lock_reason === 'lease' && account.deployment_id !== null))

/** Event that ends a hold. An account that was in use goes to the clean-up. */
export function releaseEvent(state: AccountState): AccountEvent | undefined {
  if (state.lock_reason !== 'hold') return undefined
  return nextState(state, 'released') ? 'released' : 'hold_lifted'
}

/** Evidence is deleted only after its hold is released. */
export const isEvidence = ({ status, is_evidence }: Pick<AccountState, 'status'> & { is_evidence: boolean }) =>
  is_evidence && status === 'Locked'

/** Residue can be accepted between clean-ups: while the account waits for the next one or is on hold or in quarantine. */
export const canAcceptResidue = ({ status, lock_reason, has_leftovers }: AccountState & { has_leftovers: boolean }) =>
  has_leftovers && (status === 'Dirty' || lock_reason === 'hold' || lock_reason === 'quarantine')

export const canWithdrawResidue = ({ residue_until }: { residue_until: Date | null }) => residue_until !== null

/** An account can be retired only if it is neither in use nor being worked on by a job. */
export const canRetire = ({ status, lock_reason, is_evidence }: AccountState & { is_evidence: boolean }) =>
  status === 'Locked'
    ? !is_evidence && (lock_reason === 'hold' || lock_reason === 'quarantine')
    : status === 'Pending' || status === 'Available' || status === 'Dirty'

interface Account extends AccountState {
  cloud: CloudName
  deployment_id: string | null
  hold_reason: string | null
  is_evidence: boolean
  retired_at: Date | null
  /** The account has a learner's lab that is not ending yet. */
  is_lab_open: boolean
  has_leftovers: boolean
  residue_until: Date | null
}

/** Actions this administrator may take on the account now, by the same rules as the API calls. A retired account is read-only. */
export function allowedOnAccount(account: Account, caller: CurrentUser) {
  if (account.retired_at) return []
  const { update, nuke, retire } = operationsOf[account.cloud]
  const mayUpdate = mayCall(operations[update], caller)
  const mayNuke = mayCall(operations[nuke], caller)
  const canNuke =
    (nextState(account, 'nuke_requested') !== undefined || account.status === 'Dirty') && !isEvidence(account)
  return allowedAmong({
    update: mayUpdate,
    verify: mayCall(operations.verifyCloudAccount, caller),
    hold: mayUpdate && canHold(account),
    release: mayUpdate && releaseEvent(account) !== undefined,
    nuke: mayNuke && canNuke,
    end_and_nuke: mayNuke && !canNuke && hasLabToEnd(account),
    accept_residue: mayCall(operations.acceptCloudResidue, caller) && canAcceptResidue(account),
    withdraw_residue: mayCall(operations.withdrawCloudResidue, caller) && canWithdrawResidue(account),
    retire: mayCall(operations[retire], caller) && canRetire(account),
  })
}

/** A lease can be ended together with its lab. An account with a built lab can be nuked after its lab has been torn down. */
function hasLabToEnd({ status, lock_reason, deployment_id, is_lab_open }: Account): boolean {
  if (status === 'Locked') return lock_reason === 'lease' && deployment_id !== null
  return (status === 'Provisioning' || status === 'Provisioned') && is_lab_open
}

const operationsOf = {
  aws: { update: 'updateAwsAccount', nuke: 'nukeAwsAccount', retire: 'deleteAwsAccount' },
  azure: { update: 'updateAzureSubscription', nuke: 'nukeAzureSubscription', retire: 'deleteAzureSubscription' },
  gcp: { update: 'updateGcpProject', nuke: 'nukeGcpProject', retire: 'deleteGcpProject' },
} as const
