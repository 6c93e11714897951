import type { CloudStatus, LockReason } from '../../db/schema/index.ts'

/** Where an account stands, as far as the rules care. */
export interface AccountState {
  status: CloudStatus
  lock_reason: LockReason | null
  /** A hold over contents that somebody used. */
  used_contents: boolean
}

interface Step {
  from: CloudStatus
  /** Of a Locked account: for which of these reasons. */
  locks?: readonly LockReason[]
  used?: boolean
  to: CloudStatus
  lock?: LockReason
}

/** Everything that can happen to an account; no other step exists. Several rows: the same event from several places. */
export const accountSteps = {
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
  held_as_it_is: [
    { from: 'Provisioning', to: 'Locked', lock: 'hold' },
    { from: 'Provisioned', to: 'Locked', lock: 'hold' },
    { from: 'Dirty', to: 'Locked', lock: 'hold' },
  ],
  cleaning: [{ from: 'Dirty', to: 'Nuking' }],
  quarantined: [{ from: 'Dirty', to: 'Locked', lock: 'quarantine' }],
  nuke_asked: [
    { from: 'Pending', to: 'Nuking' },
    { from: 'Available', to: 'Nuking' },
    { from: 'Locked', locks: ['hold', 'quarantine'], to: 'Nuking' },
  ],
  emptied: [{ from: 'Nuking', to: 'Nuked' }],
  nuke_failed: [{ from: 'Nuking', to: 'Dirty' }],
  confirmed_empty: [{ from: 'Nuked', to: 'Available' }],
  found_again: [{ from: 'Nuked', to: 'Dirty' }],
} as const satisfies Record<string, readonly Step[]>

export type AccountEvent = keyof typeof accountSteps

/** The rows of an event that do not need to look at each other. */
export const stepsOf = (event: AccountEvent): readonly Step[] => accountSteps[event]

/** Where the event leads from here; undefined: it cannot happen here. */
export function nextState(at: AccountState, event: AccountEvent): AccountState | undefined {
  const step = stepsOf(event).find(
    (one) =>
      one.from === at.status &&
      (one.locks === undefined || (at.lock_reason !== null && one.locks.includes(at.lock_reason))) &&
      (one.used === undefined || one.used === at.used_contents),
  )
  if (!step) return undefined
  return { status: step.to, lock_reason: step.lock ?? null, used_contents: usedAfter(at, event) }
}

const usedAfter = (at: AccountState, event: AccountEvent) =>
  event === 'held_as_it_is' || event === 'quarantined' ? true : event === 'confirmed_empty' ? false : at.used_contents

/** The step by which an administrator holds an account that stands so; undefined: it cannot be held from here. */
export function holdStep(at: AccountState): AccountEvent | undefined {
  if (nextState(at, 'held')) return 'held'
  return at.status === 'Dirty' ? 'held_as_it_is' : undefined
}

/** The step by which the hold ends: what is used goes to be emptied. */
export function releaseStep(at: AccountState): AccountEvent | undefined {
  if (at.lock_reason !== 'hold') return undefined
  return nextState(at, 'released') ? 'released' : 'hold_lifted'
}

/** An account leaves the pool only where no learner is in it and no job works on it. */
export const canRetire = ({ status, lock_reason }: AccountState) =>
  status === 'Locked'
    ? lock_reason === 'hold' || lock_reason === 'quarantine'
    : status === 'Pending' || status === 'Available' || status === 'Dirty'
