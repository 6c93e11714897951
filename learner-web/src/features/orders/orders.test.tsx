import { ApiError, type Order } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { course, progress } from '../../../test/classroom.ts'

const order = (changes: Partial<Order> = {}): Order => ({
  id: '00000000-0000-4000-8000-000000000009',
  number: 'FY-2026-000123',
  state: 'awaiting_payment',
  title: 'AWS Foundations',
  kind: 'course',
  slug: 'aws',
  quantity: 1,
  gift: false,
  lines: [],
  discount: { amount: 0, currency: 'EUR' },
  total: { amount: 14900, currency: 'EUR' },
  refunded: { amount: 0, currency: 'EUR' },
  gift_message: null,
  gift_on: null,
  visibility: 'seats',
  has_seats: false,
  refunds: [],
  pay_by: 'card',
  due_at: null,
  tax: { amount: 2379, currency: 'EUR' },
  tax_lines: [{ country: 'DE', rate: 1900, rule: 'home', net: 12521, tax: 2379 }],
  documents: [],
  has_pro_forma: false,
  organisation: null,
  created_at: '2026-11-21T10:00:00.000Z',
  paid_at: null,
  next: null,
  ...changes,
})
const checkout = `/checkout/${order().id}`

test('the demo checkout says that no money moves, and paying leads to the result page', async () => {
  const answers: Record<string, unknown> = { getOrder: order() }
  const { path, asked } = await open(checkout, {
    as: sessionOf(),
    answers: { ...answers, payDemoOrder: order({ state: 'fulfilled' }) },
  })
  await expect.element(page.getByText('nothing is charged', { exact: false })).toBeVisible()
  await expect.element(page.getByText('FY-2026-000123')).toBeVisible()
  await page.getByRole('button', { name: 'Pay €149' }).click()
  await expect.poll(path).toBe(`/purchase_voucher_success?order=${order().id}`)
  const paid = asked.filter(({ call }) => call === 'payDemoOrder')
  expect(paid).toHaveLength(1)
  expect(await paid[0]!.request.json()).toEqual({ outcome: 'paid' })
  expect(paid[0]!.request.headers.get('idempotency-key')).toMatch(/:paid$/)
})

test('a tab of the checkout that is looked at again after the order was paid elsewhere leads to the result', async () => {
  let state: Order['state'] = 'awaiting_payment'
  const { path } = await open(checkout, { as: sessionOf(), answers: { getOrder: () => order({ state }) } })
  await expect.element(page.getByRole('button', { name: 'Pay €149' })).toBeVisible()
  state = 'fulfilled'
  dispatchEvent(new Event('visibilitychange'))
  await expect.poll(path).toBe(`/purchase_voucher_success?order=${order().id}`)
})

test('a declined payment stays at the checkout and can be tried again', async () => {
  await open(checkout, { as: sessionOf(), answers: { getOrder: order(), payDemoOrder: order({ state: 'failed' }) } })
  await page.getByRole('button', { name: 'Decline the payment' }).click()
  await expect.element(page.getByText('The payment was declined', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay €149' })).toBeEnabled()
})

test('cancelling leads to the page that says that nothing was charged', async () => {
  const cancelled = order({ state: 'cancelled' })
  const { path } = await open(checkout, { as: sessionOf(), answers: { getOrder: order(), payDemoOrder: cancelled } })
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await expect.poll(path).toBe(`/purchase_voucher_cancel?order=${order().id}`)
})

test('an order that is paid already is not paid again', async () => {
  const { path } = await open(checkout, {
    as: sessionOf(),
    answers: { getOrder: order({ state: 'fulfilled', next: '/classroom/aws' }) },
  })
  await expect.poll(path).toBe(`/purchase_voucher_success?order=${order().id}`)
})

test('an order that could not be loaded says so, with a button to try again', async () => {
  await open(checkout, { as: sessionOf(), answers: { getOrder: new ApiError('unavailable', 'Busy for the moment.') } })
  await expect.element(page.getByText('Busy for the moment.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the purchase result waits until the payment is reported, and updates by itself', async () => {
  const answers: Record<string, unknown> = { getOrder: order() }
  const { asked } = await open(`/purchase_voucher_success?order=${order().id}`, { as: sessionOf(), answers })
  await expect.element(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await expect.element(page.getByText(/your bank may take a few days: you can leave this page/)).toBeVisible()
  await expect.poll(() => asked.filter(({ call }) => call === 'getOrder').length, { timeout: 5000 }).toBeGreaterThan(1)
  await expect.element(page.getByRole('link', { name: 'Start now' })).not.toBeInTheDocument()
})

test('a fulfilled order links to what was bought', async () => {
  const fulfilled = order({ state: 'fulfilled', next: '/classroom/aws' })
  await open(`/purchase_voucher_success?order=${order().id}`, { as: sessionOf(), answers: { getOrder: fulfilled } })
  await expect.element(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Start now' })).toHaveAttribute('href', '/classroom/aws')
  await expect.element(page.getByRole('term').filter({ hasText: 'Seats' })).not.toBeInTheDocument()
})

test('an order of several seats links to them', async () => {
  const fulfilled = order({ state: 'fulfilled', quantity: 3, has_seats: true, next: `/orders/${order().id}/seats` })
  await open(`/purchase_voucher_success?order=${order().id}`, { as: sessionOf(), answers: { getOrder: fulfilled } })
  await expect
    .element(page.getByRole('link', { name: 'See your seats' }))
    .toHaveAttribute('href', `/orders/${order().id}/seats`)
  await expect.element(page.getByRole('term').filter({ hasText: 'Seats' })).toBeVisible()
})

test('after leaving the checkout the order can still be paid', async () => {
  await open(`/purchase_voucher_cancel?order=${order().id}`, { as: sessionOf(), answers: { getOrder: order() } })
  await expect.element(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to the checkout' })).toHaveAttribute('href', checkout)
})

test('the result page without an order says so', async () => {
  await open('/purchase_voucher_success', { as: sessionOf() })
  await expect.element(page.getByText('No order to show')).toBeVisible()
})

const line = (slug: string, title: string, amount: number, owned = false): Order['lines'][number] => ({
  kind: 'course',
  slug,
  title,
  price: { amount, currency: 'EUR' },
  owned,
})

test('the checkout shows by lines how the price of a bundle comes about', async () => {
  const bundle = order({
    kind: 'bundle',
    title: 'Identity first',
    lines: [line('aws', 'AWS Foundations', 20778, true), line('azure', 'Azure Paths', 29122)],
    discount: { amount: 20778, currency: 'EUR' },
    total: { amount: 29122, currency: 'EUR' },
  })
  await open(checkout, { as: sessionOf(), answers: { getOrder: bundle } })
  const rows = () => [...document.querySelectorAll('dl > div')].map((row) => row.textContent)
  await expect
    .poll(rows)
    .toEqual([
      'BundleIdentity first',
      'OrderFY-2026-000123',
      'AWS Foundations€207.78',
      'Azure Paths€291.22',
      'Already yours: AWS Foundations−€207.78',
      'Total, incl. VAT€291.22',
    ])
})

test('my orders have a page, and an unfinished one links back to its checkout', async () => {
  const orders = [
    order({ title: 'Left behind' }),
    order({
      id: '00000000-0000-4000-8000-00000000000a',
      title: 'Azure Paths',
      state: 'fulfilled',
      next: '/classroom/azure',
    }),
    order({ id: '00000000-0000-4000-8000-00000000000b', title: 'Given back', state: 'refunded' }),
  ]
  await open('/dashboard', {
    as: sessionOf(),
    answers: { listMyOrders: orders, listMyCourses: [], listMyLabs: [], listMyExams: [], listMyCertificates: [] },
  })
  await page.getByRole('button', { name: 'Your account, mara' }).click()
  await page.getByRole('menuitem', { name: 'Orders' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const card = (title: string) => page.getByRole('article').filter({ hasText: title })
  await expect.element(card('Left behind').getByText('Not paid yet')).toBeVisible()
  await expect.element(card('Left behind').getByText('€149')).toBeVisible()
  await expect
    .element(card('Left behind').getByRole('link', { name: 'Go to the checkout of Left behind' }))
    .toHaveAttribute('href', checkout)
  await expect
    .element(card('Azure Paths').getByRole('link', { name: 'Open Azure Paths' }))
    .toHaveAttribute('href', '/classroom/azure')
  await expect
    .element(card('Given back').getByRole('link', { name: 'See the order of Given back' }))
    .toHaveAttribute('href', '/orders/00000000-0000-4000-8000-00000000000b')
})

test('without an order the page of orders says so, and where to begin', async () => {
  await open('/orders', { as: sessionOf(), answers: { listMyOrders: [] } })
  await expect.element(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})

test.each<[string, Partial<Order>[], { label: string; to: string } | undefined]>([
  ['a card leads to the checkout', [{}], { label: 'Go to the checkout', to: checkout }],
  ['a transfer leads to its order', [{ pay_by: 'transfer' }], { label: 'See how to pay', to: `/orders/${order().id}` }],
  ['without one there is nothing', [], undefined],
])('an unpaid order on the dashboard and on its course’s page: %s', async (_, changes, way) => {
  const answers = {
    ...{ listMyCourses: [], listMyLabs: [], listMyExams: [], listMyCertificates: [], getCourse: course },
    getCourseProgress: progress({ enrolled: false }),
    listUnpaidOrders: changes.map(order),
  }
  const dashboard = await open('/dashboard', { as: sessionOf(), answers })
  await expect.poll(() => dashboard.inputsOf('listUnpaidOrders')).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  const onDashboard = page.getByRole('listitem').filter({ hasText: 'is unpaid' }).getByRole('link')
  if (way) await expect.element(onDashboard).toHaveAttribute('href', way.to)
  else await expect.element(page.getByText('is unpaid')).not.toBeInTheDocument()
  await dashboard.unmount()
  const { inputsOf } = await open('/courses/aws', { as: sessionOf(), answers })
  await expect.poll(() => inputsOf('listUnpaidOrders')).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: /^Buy for €/ })).toBeVisible()
  if (way) await expect.element(page.getByRole('link', { name: way.label })).toHaveAttribute('href', way.to)
  else await expect.element(page.getByText('unpaid')).not.toBeInTheDocument()
})

test('the page of an order shows its state, and an unpaid one can be cancelled', async () => {
  const { path, inputsOf } = await open(`/orders/${order().id}`, {
    as: sessionOf(),
    answers: { getOrder: order(), cancelOrder: order({ state: 'cancelled' }), listMyOrders: [] },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Order FY-2026-000123' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to the checkout' })).toHaveAttribute('href', checkout)
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect.element(page.getByText('Cancelled')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to the checkout' })).not.toBeInTheDocument()
  expect(inputsOf('cancelOrder')).toEqual([{ id: order().id }])
  expect(path()).toBe(`/orders/${order().id}`)
})

test('a paid order shows what it opens, what went back, and the way to its seats', async () => {
  const paid = order({
    state: 'partially_refunded',
    quantity: 3,
    has_seats: true,
    paid_at: '2026-11-21T10:00:00.000Z',
    refunded: { amount: 4900, currency: 'EUR' },
    lines: [line('aws', 'AWS Foundations', 14900)],
    next: `/orders/${order().id}/seats`,
  })
  await open(`/orders/${order().id}`, { as: sessionOf(), answers: { getOrder: paid } })
  await expect.element(page.getByText('€49 was refunded to you.')).toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'AWS Foundations' }))
    .toHaveAttribute('href', '/courses/aws')
  await expect
    .element(page.getByRole('link', { name: 'See the seats' }))
    .toHaveAttribute('href', `/orders/${order().id}/seats`)
  await expectAccessible()
})

test('an order holds its invoice as PDF', async () => {
  const invoice = { id: '00000000-0000-4000-8000-00000000000c', number: 'INV-2026-000001', kind: 'invoice' as const }
  const documents = [{ ...invoice, issued_at: '2026-11-21T10:00:00.000Z', total: { amount: 14900, currency: 'EUR' } }]
  const { inputsOf } = await open(`/orders/${order().id}`, {
    as: sessionOf(),
    answers: {
      getOrder: order({ state: 'fulfilled', documents }),
      downloadOrderDocument: () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  })
  await page.getByRole('button', { name: 'Invoice INV-2026-000001' }).click()
  await expect.poll(() => inputsOf('downloadOrderDocument')).toEqual([{ id: order().id, document_id: invoice.id }])
})

test('an order by transfer has its pro forma until it is paid', async () => {
  const ordered = order({ pay_by: 'transfer', has_pro_forma: true })
  const { inputsOf } = await open(`/orders/${order().id}`, {
    as: sessionOf(),
    answers: {
      getOrder: ordered,
      downloadProForma: () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  })
  await page.getByRole('button', { name: 'Pro forma (PDF)' }).click()
  await expect.poll(() => inputsOf('downloadProForma')).toEqual([{ id: order().id }])
})

test('an order by transfer has no checkout, and says until when it is due', async () => {
  const ordered = order({ pay_by: 'transfer', due_at: '2026-12-05T10:00:00.000Z' })
  await open(`/orders/${order().id}`, { as: sessionOf(), answers: { getOrder: ordered } })
  await expect.element(page.getByText('Payment is due on 5 December 2026', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to the checkout' })).not.toBeInTheDocument()
})
