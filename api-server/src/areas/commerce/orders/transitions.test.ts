import { expect, test } from 'vitest'
import type { OrderState } from '../../../db/schema/index.ts'
import { assertTransition, canTransition, isPaid, transitions } from './transitions.ts'

const states = Object.keys(transitions) as OrderState[]

test('an order takes only the transitions of its table', () => {
  const steps = states.flatMap((from) => transitions[from].map((to) => `${from} > ${to}`))
  expect(steps.sort()).toEqual(
    [
      'draft > awaiting_payment',
      'draft > paid',
      'draft > failed',
      'draft > cancelled',
      'awaiting_payment > paid',
      'awaiting_payment > failed',
      'awaiting_payment > cancelled',
      'failed > paid',
      'failed > cancelled',
      'cancelled > paid',
      'paid > fulfilled',
      'paid > refunded',
      'paid > disputed',
      'fulfilled > partially_refunded',
      'fulfilled > refunded',
      'fulfilled > disputed',
      'partially_refunded > refunded',
      'partially_refunded > disputed',
      'disputed > paid',
      'disputed > fulfilled',
      'disputed > partially_refunded',
      'disputed > refunded',
    ].sort(),
  )
})

test('a refunded order stays refunded', () => {
  for (const to of states) expect(canTransition('refunded', to)).toBe(false)
})

test('a paid order never becomes failed or cancelled', () => {
  for (const from of states.filter(isPaid))
    for (const to of ['failed', 'cancelled'] as const)
      expect(() => assertTransition(from, to)).toThrowError(expect.objectContaining({ code: 'conflict' }))
})
