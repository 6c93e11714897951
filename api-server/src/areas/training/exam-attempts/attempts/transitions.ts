import type { AttemptState } from '../../../../db/schema/index.ts'

/** All transitions of an attempt by event; no others exist. Those with `reason` are manual, and the reason is recorded in the ledger. */
export const attemptTransitions = {
  book: { from: ['purchased'], to: 'scheduled' },
  cancel: { from: ['scheduled'], to: 'purchased' },
  prepare: { from: ['scheduled'], to: 'preparing' },
  start: { from: ['preparing'], to: 'active' },
  miss: { from: ['preparing'], to: 'no_show' },
  await_points: { from: ['active'], to: 'provisional' },
  pass: { from: ['active', 'provisional'], to: 'passed' },
  fail: { from: ['active', 'provisional'], to: 'failed' },
  correct: { from: ['failed', 'no_show'], to: 'passed', reason: true },
  restore: { from: ['failed', 'no_show'], to: 'purchased', reason: true },
  postpone: { from: ['scheduled', 'preparing', 'active'], to: 'purchased', reason: true },
  disqualify: { from: ['active', 'provisional', 'passed', 'failed'], to: 'disqualified', reason: true },
  void: {
    from: ['purchased', 'scheduled', 'preparing', 'active', 'provisional', 'failed', 'no_show', 'disqualified'],
    to: 'void',
    reason: true,
  },
} as const satisfies Record<string, { from: readonly AttemptState[]; to: AttemptState; reason?: true }>

export type AttemptEvent = keyof typeof attemptTransitions

/** The state after the event; undefined when the event cannot happen in this state. */
export function nextState(state: AttemptState, event: AttemptEvent): AttemptState | undefined {
  const { from, to } = attemptTransitions[event]
  return (from as readonly AttemptState[]).includes(state) ? to : undefined
}

/** Whether the attempt has no result yet. A learner has at most one such attempt per exam. */
export const isOpenAttempt = (state: AttemptState): boolean =>
  ['purchased', 'scheduled', 'preparing', 'active', 'provisional'].includes(state)
