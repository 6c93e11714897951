import type { AdminOrder } from '@flagyard/api-types'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, orderRow, sessionOf, voucherRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const { id, number } = orderRow(7)
const EUR = (amount: number) => ({ amount, currency: 'EUR' })
const order = (changes: Partial<AdminOrder> = {}): AdminOrder => ({
  ...orderRow(7, { quantity: 3, company: 'Nordlicht GmbH', total: EUR(44_700) }),
  lines: [{ kind: 'course', slug: 'aws', title: 'AWS Red Team Essentials', price: EUR(14_900), owned: false }],
  unit: EUR(14_900),
  discount: EUR(0),
  tax_lines: [{ country: 'DE', rate: 1900, rule: 'home', net: 37_563, tax: 7_137 }],
  billing: { company: 'Nordlicht GmbH', tax_id: 'DE123456789' },
  recipients: 2,
  fulfilled_at: ago(3),
  closed_at: null,
  booked_month: '2026-10',
  seats: { available: 2, activated: 1, expired: 0, suspended: 0, revoked: 0 },
  payment_events: [{ provider: 'stripe', event_id: 'evt_1', kind: 'paid', received_at: ago(3) }],
  refunds: [{ id: orderRow(8).id, amount: EUR(4_900), reason: 'Never started', state: 'done', created_at: ago(1) }],
  documents: [
    { id: orderRow(9).id, number: 'INV-2026-000001', kind: 'invoice', issued_at: ago(3), total: EUR(14_900) },
  ],
  mails: [],
  timeline: [
    { key: 'audit:1', at: ago(1), kind: 'audit', subject: 'vouchers.send', detail: 'fin: asked for it' },
    {
      ...{ key: 'order.paid', at: ago(3), kind: 'order.paid', subject: number },
      detail:
        'The payment came after the order was cancelled. It was still for sale, so what was bought was delivered.',
    },
    { key: 'order.placed', at: ago(4), kind: 'order.placed', subject: number, detail: null },
  ],
  allowed: ['refund'],
  ...changes,
})
const finance = sessionOf({ capabilities: ['finance'] })

test('finance alone finds the orders in the menu, filters them, and opens one', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/orders', {
    as: finance,
    answers: { listOrders: [orderRow(7, { company: 'Nordlicht GmbH' })], getAdminOrder: order() },
  })
  await expect.element(getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Orders' })).toBeVisible()
  await getByRole('button', { name: 'Disputed' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listOrders').at(-1)).toMatchObject({ filter: expect.stringContaining('"state":"disputed"') }),
  )
  await getByRole('link', { name: number }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/orders/${id}`))
  await expect.element(getByRole('heading', { name: number })).toBeVisible()
})

test('the page says who bought what, for how much, and leads to each', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}`, { as: finance, answers: { getAdminOrder: order() } })
  const bought = getByRole('region', { name: 'What was bought' })
  await expect.element(bought.getByRole('link', { name: 'nina' })).toHaveAttribute('href', '/admin/users/nina')
  await expect.element(bought.getByText('3 · vouchers: 2 available, 1 activated')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Money' }).getByText('€447')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Money' }).getByText('€71.37 on €375.63')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Billing' }).getByText('DE123456789')).toBeVisible()
  await isAccessible()
})

test('its seats are its vouchers, each with its page', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/orders/${id}/seats`, {
    as: finance,
    answers: { getAdminOrder: order(), listVouchers: [voucherRow('AAAAA', { order_id: id, order_number: number })] },
  })
  await expect.element(getByRole('link', { name: 'AAAAA' })).toBeVisible()
  expect(inputsOf('listVouchers')[0]).toMatchObject({ filter: JSON.stringify({ order: id }) })
})

test('its payments are what the provider said, what was paid back, and the papers', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}/payments`, { answers: { getAdminOrder: order() } })
  await expect.element(getByRole('region', { name: 'What the provider said' }).getByText('evt_1')).toBeVisible()
  await expect
    .element(getByRole('region', { name: 'Refunds' }).getByText(/€49 · paid back · Never started/))
    .toBeVisible()
  await expect.element(getByRole('region', { name: 'Documents' }).getByText('INV-2026-000001')).toBeVisible()
})

test('its timeline says why a late payment was fulfilled, and what administrators did', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}/timeline`, { answers: { getAdminOrder: order() } })
  const events = getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect.element(events.filter({ hasText: 'Voucher sent again · fin: asked for it' })).toBeVisible()
  await expect
    .element(events.filter({ hasText: 'Paid · The payment came after the order was cancelled.' }))
    .toBeVisible()
  await expect.element(events.nth(2).getByText('Placed')).toBeVisible()
})

test('on a phone a row says whose order it is and what became of it', async () => {
  await page.viewport(390, 800)
  const { getByText } = await openAdmin('/admin/orders', {
    as: finance,
    answers: { listOrders: [orderRow(7)] },
  })
  await expect.element(getByText(number)).toBeVisible()
  await expect.element(getByText(/nina · €149/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await isAccessible()
})

async function isAccessible() {
  const { violations } = await axe.run(page.getByRole('main').element(), { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([])
}
