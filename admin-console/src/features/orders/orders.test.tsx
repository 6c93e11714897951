import type { AdminOrder, OrderRefund, RefundPreview } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, orderRow, sessionOf, voucherRow } from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const { id, number } = orderRow(7)
const EUR = (amount: number) => ({ amount, currency: 'EUR' })
const refundRow = (changes: Partial<OrderRefund> = {}): OrderRefund => ({
  id: orderRow(8).id,
  amount: EUR(4_900),
  tax: EUR(782),
  seats: 0,
  reason: 'Never started',
  state: 'done',
  note: '',
  created_at: ago(1),
  settled_at: ago(1),
  allowed: [],
  ...changes,
})
const order = (changes: Partial<AdminOrder> = {}): AdminOrder => ({
  ...orderRow(7, { quantity: 3, company: 'Nordlicht GmbH', total: EUR(44_700) }),
  lines: [{ kind: 'course', slug: 'aws', title: 'AWS Red Team Essentials', price: EUR(14_900), owned: false }],
  unit: EUR(14_900),
  discount: EUR(0),
  tax_lines: [{ country: 'DE', rate: 1900, rule: 'home', net: 37_563, tax: 7_137 }],
  billing: { company: 'Nordlicht GmbH', tax_id: 'DE123456789' },
  tax_id_check: null,
  tax_evidence: null,
  also_paid_by: [],
  recipients: 2,
  fulfilled_at: ago(3),
  closed_at: null,
  booked_month: '2026-10',
  seats: { available: 2, activated: 1, expired: 0, suspended: 0, revoked: 0 },
  payment_events: [{ provider: 'stripe', event_id: 'evt_1', kind: 'paid', received_at: ago(3) }],
  refunds: [refundRow()],
  disputes: [],
  documents: [
    { id: orderRow(9).id, number: 'INV-2026-000001', kind: 'invoice', issued_at: ago(3), total: EUR(14_900) },
  ],
  mails: [],
  timeline: [
    { key: 'audit:1', at: ago(1), kind: 'audit', subject: 'vouchers.send', detail: 'fin: asked for it' },
    {
      key: 'order.paid',
      at: ago(3),
      kind: 'order.paid',
      subject: number,
      detail:
        'The payment came after the order was cancelled. It was still for sale, so what was bought was delivered.',
    },
    { key: 'order.placed', at: ago(4), kind: 'order.placed', subject: number, detail: null },
  ],
  allowed: ['refund'],
  ...changes,
})
const finance = sessionOf({ capabilities: ['finance'] })

test('shows orders in the menu only to finance, who filter and open them', async () => {
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

test('the page shows buyer, items and amounts, with links', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}`, { as: finance, answers: { getAdminOrder: order() } })
  const bought = getByRole('region', { name: 'Items' })
  await expect.element(bought.getByRole('link', { name: 'nina' })).toHaveAttribute('href', '/admin/users/nina')
  await expect.element(bought.getByText('3 · vouchers: 2 available, 1 activated')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Money' }).getByText('€447')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Money' }).getByText('€71.37 on €375.63')).toBeVisible()
  await expect.element(getByRole('region', { name: 'Billing' }).getByText('DE123456789')).toBeVisible()
  await isAccessible()
})

test('lists the vouchers of an order with links to their pages', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/orders/${id}/seats`, {
    as: finance,
    answers: { getAdminOrder: order(), listVouchers: [voucherRow('AAAAA', { order_id: id, order_number: number })] },
  })
  await expect.element(getByRole('link', { name: 'AAAAA' })).toBeVisible()
  expect(inputsOf('listVouchers')[0]).toMatchObject({ filter: JSON.stringify({ order: id }) })
})

test('lists provider events, refunds and documents', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}/payments`, { answers: { getAdminOrder: order() } })
  await expect.element(getByRole('region', { name: 'Payment provider events' }).getByText('evt_1')).toBeVisible()
  await expect
    .element(getByRole('region', { name: 'Refunds' }).getByText(/€49 · refunded · Never started/))
    .toBeVisible()
  await expect.element(getByRole('region', { name: 'Documents' }).getByText('INV-2026-000001')).toBeVisible()
})

test('the timeline explains a late payment, and lists what administrators did', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}/timeline`, { answers: { getAdminOrder: order() } })
  const events = getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect.element(events.filter({ hasText: 'Voucher sent again · fin: asked for it' })).toBeVisible()
  await expect
    .element(events.filter({ hasText: 'Paid · The payment came after the order was cancelled.' }))
    .toBeVisible()
  await expect.element(events.nth(2).getByText('Placed')).toBeVisible()
})

const seatRow = (n: number, changes: Partial<RefundPreview['seats'][number]> = {}) => ({
  voucher_id: orderRow(20 + n).id,
  seat: n,
  title: 'AWS Red Team Essentials',
  username: null,
  recipient: null,
  amount: EUR(14_900),
  chosen: true,
  refunded: false,
  fate: 'code_ends' as const,
  ...changes,
})
const previewOf = (changes: Partial<RefundPreview> = {}): RefundPreview => ({
  version: 4,
  seats: [
    seatRow(1, { username: 'otto', fate: 'access_ends' }),
    seatRow(2, { username: 'ute', fate: 'finished' }),
    seatRow(3),
  ],
  seats_total: 3,
  amount: EUR(44_700),
  tax: EUR(7_137),
  left: EUR(44_700),
  running: [],
  preview: 'seen',
  ...changes,
})

test('refunds a seat after a preview, with a choice for its running lab', async () => {
  const running = [{ kind: 'lab' as const, username: 'otto', title: 'IAM', state: 'running' }]
  const { getByRole, getByText, inputsOf, path } = await openAdmin(`/admin/orders/${id}`, {
    as: finance,
    answers: {
      getAdminOrder: order(),
      previewRefund: ({ refundChoice }: { refundChoice: { vouchers?: string[] } }) =>
        refundChoice.vouchers
          ? previewOf({ seats: [seatRow(1, { username: 'otto', fate: 'access_ends' })], amount: EUR(14_900), running })
          : previewOf(),
      refundOrder: refundRow({ state: 'asked' }),
    },
  })
  await getByRole('button', { name: 'Refund…' }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText('1 unused code stops working.')).toBeVisible()
  await expect.element(dialog.getByText(/ute loses access to .* certificate remain\./)).toBeVisible()
  await dialog.getByRole('radio', { name: 'Selected seats' }).click()
  await dialog.getByRole('checkbox', { name: /Seat 1 .* otto/ }).click()
  await expect.element(dialog.getByText('otto: the lab IAM is deployed.')).toBeVisible()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  const label = reason.element().closest('.MuiFormControl-root')?.querySelector('label')
  expect(label?.textContent, 'a required field is marked').toMatch(/^Reason\s\*$/)
  await reason.fill('They asked')
  const submit = dialog.getByRole('button', { name: 'Refund €149' })
  await expect.element(submit).toBeDisabled()
  await dialog.getByRole('radio', { name: /Runs out/ }).click()
  await submit.click()
  await expect.element(getByText('Refund started')).toBeVisible()
  await getByRole('link', { name: 'View payments' }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/orders/${id}/payments`))
  await expect.element(getByText('Refund started')).not.toBeInTheDocument()
  expect(inputsOf('refundOrder')).toEqual([
    {
      id,
      refundRequest: {
        vouchers: [orderRow(21).id],
        version: 4,
        preview: 'seen',
        reason: 'They asked',
        running: 'run_out',
      },
    },
  ])
})

test('support can read an order but not refund it', async () => {
  const { getByRole } = await openAdmin(`/admin/orders/${id}`, {
    as: sessionOf({ capabilities: ['support'] }),
    answers: { getAdminOrder: order() },
  })
  await expect.element(getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(getByRole('region', { name: 'Money' })).toBeVisible()
  expect(getByRole('button', { name: 'Refund…' }).query()).toBeNull()
})

test('finance refunds a goodwill amount', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/orders/${id}`, {
    as: finance,
    answers: {
      getAdminOrder: order(),
      previewRefund: ({ refundChoice }: { refundChoice: { amount?: number } }) =>
        previewOf(refundChoice.amount ? { seats: [], amount: EUR(refundChoice.amount) } : {}),
      refundOrder: refundRow({ state: 'asked' }),
    },
  })
  await getByRole('button', { name: 'Refund…' }).click()
  const dialog = getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Goodwill amount' }).click()
  await dialog.getByRole('textbox', { name: 'Amount in EUR' }).fill('20')
  await expect.element(dialog.getByText('All seats remain valid.', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The lab was slow')
  await dialog.getByRole('button', { name: 'Refund €20' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('refundOrder')).toMatchObject([{ refundRequest: { amount: 2_000, preview: 'seen' } }]),
  )
})

test('retries a failed refund', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/orders/${id}/payments`, {
    as: finance,
    answers: {
      getAdminOrder: order({
        refunds: [refundRow({ state: 'failed', note: 'expired_or_canceled_card', allowed: ['confirm', 'retry'] })],
      }),
      retryRefund: refundRow({ state: 'asked' }),
    },
  })
  await getByRole('button', { name: 'Refund of €49' }).click()
  await getByRole('menuitem', { name: 'Retry…' }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText('The provider said: expired_or_canceled_card')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Card renewed')
  await dialog.getByRole('button', { name: 'Retry refund' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('retryRefund')).toMatchObject([{ id, refundRetry: { version: 4, reason: 'Card renewed' } }]),
  )
})

test('shows a dispute’s deadline, and offers its evidence only to finance', async () => {
  const dispute = {
    id: orderRow(30).id,
    provider: 'stripe',
    number: 'dp_1',
    amount: EUR(44_700),
    reason: 'fraudulent',
    state: 'open' as const,
    due_at: ago(-4),
    opened_at: ago(1),
    closed_at: null,
  }
  const answers = { getAdminOrder: order({ state: 'disputed', disputes: [dispute], allowed: [] }) }
  const { getByRole } = await openAdmin(`/admin/orders/${id}/payments`, { as: finance, answers })
  const panel = getByRole('region', { name: 'Disputes' })
  await expect.element(panel.getByText(/waiting for the bank.*evidence due/)).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Download evidence (ZIP)' })).toBeVisible()
  await isAccessible()
})

test('on a phone, a row shows the buyer and the state of the order', async () => {
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

const isAccessible = () => expectAccessible(page.getByRole('main').element())
