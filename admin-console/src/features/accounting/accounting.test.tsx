import type { MonthPage } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const finance = sessionOf({ capabilities: ['finance'] })
const sums = { sold: 239_00, refunded: 59_50, gross: 179_50, net: 150_00, tax: 29_50 }
const october = { month: '2026-10', starts_at: '2026-10-01T00:00:00.000Z', ends_at: '2026-11-01T00:00:00.000Z' }
const month = (changes: Partial<MonthPage> = {}): MonthPage => ({
  ...october,
  state: 'ready',
  closed_at: null,
  closed_by: null,
  version: 4,
  allowed: ['close'],
  totals: [{ currency: 'EUR', orders: 3, refunds: 1, ...sums }],
  taxes: [{ currency: 'EUR', country: 'DE', rate: 1900, rule: 'home', ...sums }],
  providers: [{ currency: 'EUR', provider: 'stripe', orders: 3, refunds: 1, ...sums }],
  unredeemed: [{ currency: 'EUR', count: 2, amount: 238_00 }],
  transfers: [],
  refunds_asked: [],
  ...changes,
})

test('finance opens the month to be closed from the menu', async () => {
  const closed = {
    month: '2026-09',
    starts_at: '2026-09-01T00:00:00.000Z',
    ends_at: october.starts_at,
    state: 'closed' as const,
    closed_at: '2026-10-02T08:00:00Z',
    closed_by: 'fin',
  }
  const { getByRole, getByText, path } = await openAdmin('/admin/orders', {
    as: finance,
    answers: {
      listOrders: [],
      listMonths: [{ ...closed, ...october, state: 'ready', closed_at: null, closed_by: null }, closed],
      getMonth: month(),
    },
  })
  await getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Months' }).click()
  await expect.element(getByText(/2 Oct 2026.* by fin/)).toBeVisible()
  await getByRole('link', { name: 'October 2026' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/months/2026-10'))
  await expect.element(getByRole('heading', { name: 'October 2026' })).toBeVisible()
})

test('a month shows taxes, providers and open amounts, and links to its orders', async () => {
  const { getByRole } = await openAdmin('/admin/months/2026-10', { as: finance, answers: { getMonth: month() } })
  await expect.element(getByRole('row', { name: /DE 19% domestic €239 €59\.50 €179\.50 €150 €29\.50/ })).toBeVisible()
  await expect.element(getByRole('row', { name: /Stripe ?3 orders, 1 refund €239/ })).toBeVisible()
  await expect.element(getByRole('region', { name: 'Open at month end' }).getByText('2 · €238')).toBeVisible()
  const href = getByRole('link', { name: 'View orders' }).element().getAttribute('href')!
  expect(JSON.parse(new URLSearchParams(href.split('?')[1]).get('filter')!)).toEqual({
    paid_from: '2026-10-01T00:00:00.000Z',
    paid_until: '2026-11-01T00:00:00.000Z',
  })
  await isAccessible()
})

test('closes a month after a confirmation, with the figures shown', async () => {
  let now = month()
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/months/2026-10', {
    as: finance,
    answers: {
      getMonth: () => now,
      closeMonth: () => {
        now = month({ state: 'closed', closed_at: '2026-11-02T08:00:00Z', closed_by: 'fin', allowed: [] })
        return now
      },
    },
  })
  await getByRole('button', { name: 'Close…' }).click()
  await expect.element(getByText(/cannot reopen a closed month/)).toBeVisible()
  await getByRole('button', { name: 'Close month' }).click()
  await expect.element(getByText(/2 Nov 2026.* by fin/)).toBeVisible()
  expect(inputsOf('closeMonth')).toEqual([{ month: '2026-10', monthClosing: { version: 4 } }])
  await expect.element(getByRole('button', { name: 'Close…' })).not.toBeInTheDocument()
})

test('does not close a month that changed in the meantime', async () => {
  const { getByRole } = await openAdmin('/admin/months/2026-10', {
    as: finance,
    answers: {
      getMonth: month(),
      closeMonth: () => {
        throw new ApiError('stale_version', 'New transactions were recorded in the meantime. Reload and check again.')
      },
    },
  })
  await getByRole('button', { name: 'Close…' }).click()
  await getByRole('button', { name: 'Close month' }).click()
  await expect
    .element(
      getByRole('alert')
        .getByText(/New transactions were recorded/)
        .first(),
    )
    .toBeVisible()
})

test('hides months without the finance capability', async () => {
  const { getByRole } = await openAdmin('/admin/courses', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: { listCoursesForAdmin: [] },
  })
  const menu = getByRole('navigation', { name: 'Console' })
  await expect.element(menu.getByRole('link', { name: 'Courses' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Months' })).not.toBeInTheDocument()
  await expect.element(menu.getByRole('link', { name: 'View orders' })).not.toBeInTheDocument()
})

test('on a phone, only the tables scroll sideways', async () => {
  await page.viewport(390, 800)
  const { getByRole } = await openAdmin('/admin/months/2026-10', { as: finance, answers: { getMonth: month() } })
  await expect.element(getByRole('heading', { name: 'October 2026' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await isAccessible()
})

const isAccessible = () => expectAccessible(page.getByRole('main').element())
