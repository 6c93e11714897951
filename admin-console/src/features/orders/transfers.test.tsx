import { type AdminOrder, ApiError, type OrderTransfers } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, orderRow, sessionOf, uuidOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const EUR = (amount: number) => ({ amount, currency: 'EUR' })
const { id, number } = orderRow(7)
const order: AdminOrder = {
  ...orderRow(7, { provider: 'invoice', state: 'awaiting_payment', total: EUR(1_000_00), paid_at: null }),
  lines: [],
  unit: EUR(100_00),
  discount: EUR(0),
  billing: { company: 'Nordlicht GmbH' },
  recipients: 0,
  tax_id_check: null,
  tax_evidence: null,
  also_paid_by: [],
  ...{
    fulfilled_at: null,
    closed_at: null,
    payment_events: [],
    refunds: [],
    disputes: [],
    documents: [],
    tax_lines: [],
    booked_month: null,
    mails: [],
    timeline: [],
  },
  seats: { available: 0, activated: 0, expired: 0, suspended: 0, revoked: 0 },
  allowed: ['record_transfer'],
}
const entry: OrderTransfers['transfers'][number] = {
  id: uuidOf(9, 1),
  amount: 400_00,
  received_on: '2026-11-20',
  reference: 'Statement 7',
  reason: null,
  undoes: null,
  undone: false,
  by: 'finance',
  created_at: ago(1),
}
const transfers = (changes: Partial<OrderTransfers> = {}): OrderTransfers => ({
  state: 'awaiting_payment',
  version: 3,
  due_at: ago(-10),
  total: EUR(1_000_00),
  received: EUR(400_00),
  open: EUR(600_00),
  transfers: [entry],
  ...changes,
})
const finance = sessionOf({ capabilities: ['finance'] })
const open = (answers: Record<string, unknown> = {}, record = order) =>
  openAdmin(`/admin/orders/${id}/payments`, {
    as: finance,
    answers: { getAdminOrder: record, listTransfers: transfers(), ...answers },
  })

test('finance records a transfer, prefilled with the outstanding amount', async () => {
  const { getByRole, inputsOf } = await open({ recordTransfer: transfers({ open: EUR(0) }) })
  const card = getByRole('region', { name: 'Transfers' })
  await expect.element(card.getByText('€400 of €1,000')).toBeVisible()
  await card.getByRole('button', { name: 'Record transfer…' }).click()
  const dialog = page.getByRole('dialog', { name: `Record a transfer for ${number}` })
  await expect.element(dialog.getByLabelText(/Amount in EUR/)).toHaveValue(600)
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('recordTransfer')).toMatchObject([
      { id, transferInput: { version: 3, amount: 600_00, reference: number } },
    ]),
  )
})

test('warns that the order of a transfer was cancelled', async () => {
  const { getByRole } = await open({}, { ...order, state: 'cancelled' })
  await getByRole('button', { name: 'Record transfer…' }).click()
  await expect.element(page.getByRole('dialog').getByText('This order was cancelled.')).toBeVisible()
})

test('shows a server error at its field', async () => {
  const message = '€600.00 is missing. Record that amount, and send the rest back'
  const { getByRole } = await open({
    recordTransfer: new ApiError('invalid', message, { errors: [{ field: 'amount', message }] }),
  })
  await getByRole('button', { name: 'Record transfer…' }).click()
  await page.getByRole('button', { name: 'Record transfer' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
})

test('undoes a transfer with a reason, only once', async () => {
  const undone = [
    { ...entry, undone: true },
    { ...entry, id: uuidOf(9, 2), amount: -400_00, undoes: entry.id, reason: 'Of another order' },
  ]
  const { getByRole, inputsOf } = await open({ undoTransfer: transfers({ transfers: undone }) })
  await getByRole('button', { name: 'Undo…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo the transfer' })
  await expect.element(dialog.getByRole('button', { name: 'Undo transfer' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Of another order')
  await dialog.getByRole('button', { name: 'Undo transfer' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('undoTransfer')).toEqual([
      { id, transfer_id: entry.id, transferUndo: { version: 3, reason: 'Of another order' } },
    ]),
  )
})

test('offers no actions if the server allows none', async () => {
  const { getByRole } = await open({}, { ...order, state: 'fulfilled', allowed: [] })
  await expect.element(getByRole('region', { name: 'Transfers' }).getByText(/Statement 7/)).toBeVisible()
  await expect.element(getByRole('button', { name: 'Record transfer…' })).not.toBeInTheDocument()
  await expect.element(getByRole('button', { name: 'Undo…' })).not.toBeInTheDocument()
})
