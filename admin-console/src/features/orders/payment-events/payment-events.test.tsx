import type { PaymentEventRow } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, orderRow, sessionOf } from '../../../../test/answers.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const { id: order_id, number: order_number } = orderRow(7)
const event = (changes: Partial<PaymentEventRow> = {}): PaymentEventRow => ({
  id: 'evt_1',
  provider: 'stripe',
  kind: 'paid',
  type: 'checkout.session.completed',
  payment: 'pi_1',
  order_id,
  order_number,
  amount: 100_00,
  currency: 'EUR',
  livemode: true,
  outcome: 'applied',
  note: '',
  happened_at: ago(1),
  received_at: ago(1),
  ...changes,
})

test('finance finds payment events that need attention', async () => {
  const note = 'No order matches this payment yet.'
  const strange = { order_id: null, order_number: null, outcome: 'waiting', note } as const
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/payment_events', {
    as: sessionOf({ capabilities: ['finance'] }),
    answers: { listPaymentEvents: [event(), event({ id: 'evt_2', kind: 'dispute_opened', ...strange })] },
  })
  await expect.element(getByRole('link', { name: order_number })).toHaveAttribute('href', `/admin/orders/${order_id}`)
  await expect.element(getByText(note)).toBeVisible()
  await getByRole('button', { name: 'No order, or does not match it' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listPaymentEvents').at(-1)).toMatchObject({ filter: expect.stringContaining('"unmatched":true') }),
  )
})
