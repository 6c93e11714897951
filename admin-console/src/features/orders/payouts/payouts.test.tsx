import type { PayoutLine, PayoutRow } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, orderRow, sessionOf, uuidOf } from '../../../../test/answers.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const payout: PayoutRow = {
  id: uuidOf(8, 1),
  provider: 'stripe',
  number: 'po_1',
  amount: 147_00,
  currency: 'EUR',
  state: 'paid',
  arrives_at: ago(1),
  read_at: ago(1),
  lines_amount: 147_00,
  unmatched: 1,
}
const line = (n: number, changes: Partial<PayoutLine>): PayoutLine => ({
  id: uuidOf(8, 10 + n),
  number: `txn_${n}`,
  kind: 'payment',
  amount: 100_00,
  fee: 3_00,
  net: 97_00,
  order_id: null,
  order: null,
  happened_at: ago(3),
  ...changes,
})
const finance = sessionOf({ capabilities: ['finance'] })

test('marks a payout with unmatched lines, and links its lines to orders', async () => {
  const order = orderRow(7)
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/payouts', {
    as: finance,
    answers: {
      listPayouts: [payout],
      getPayout: payout,
      listPayoutLines: [line(1, { order_id: order.id, order: order.number }), line(2, { net: 50_00 })],
    },
  })
  await expect.element(getByText('Lines without an order').first()).toBeVisible()
  await getByRole('link', { name: 'po_1' }).click()
  await expect.element(getByRole('heading', { name: 'po_1' })).toBeVisible()
  await expect.element(getByRole('link', { name: order.number })).toHaveAttribute('href', `/admin/orders/${order.id}`)
  await expect.element(getByText('Unmatched')).toBeVisible()
  await vi.waitFor(() =>
    expect(inputsOf('listPayoutLines').at(-1)).toMatchObject({
      filter: expect.stringContaining(`"payout":"${payout.id}"`),
    }),
  )
})

test('marks a payout whose lines do not match its amount', async () => {
  const { getByText } = await openAdmin('/admin/payouts', {
    as: finance,
    answers: { listPayouts: [{ ...payout, lines_amount: 1 }] },
  })
  await expect.element(getByText('Sum does not match')).toBeVisible()
})
