import { ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const mara = { id: 'mara', title: 'Mara Kowal', detail: 'mara · mara@example.org', within: null }
const order = { id: 'FY-1', title: 'FY-1 · AWS', detail: 'jon · paid', within: 'jon' }
const group = (kind: string, rows: object[], late = false, total = rows.length, capped = false) => ({
  kind,
  rows,
  late,
  total,
  capped,
})
const base = { listAudit: [], getUser: userRecord('mara') }

test('opens a user with Ctrl K, part of an address and Enter', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/audit', {
    answers: { ...base, searchEverything: [group('user', [mara]), group('order', [order])] },
  })
  await expect.element(getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = getByRole('combobox', { name: 'Search everything' })
  await expect.element(box).toHaveFocus()
  // Filled at once, because a pause between two keys would trigger a search.
  await box.fill('mara@ex')
  await expect
    .element(getByRole('group', { name: 'Users, 1' }).getByRole('option'))
    .toHaveAttribute('aria-selected', 'true')
  expect(inputsOf('searchEverything')).toEqual([{ q: 'mara@ex' }])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(getByRole('option', { name: /FY-1/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara'))

  await userEvent.keyboard('{Meta>}k{/Meta}')
  await expect
    .element(getByRole('group', { name: 'Recent, 1' }).getByRole('option', { name: /Mara Kowal/ }))
    .toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
})

test('Enter waits for the results of the current text, and ignores earlier ones', async () => {
  const { getByRole, path } = await openAdmin('/admin/audit', {
    answers: {
      ...base,
      searchEverything: ({ q }: { q: string }) => (q === 'fy-' ? [group('order', [order])] : [group('user', [mara])]),
    },
  })
  await getByRole('button', { name: 'Search everything' }).click()
  const box = getByRole('combobox', { name: 'Search everything' })
  await box.fill('fy-')
  await expect.element(getByRole('option', { name: /FY-1/ })).toBeVisible()
  await box.fill('fy-lab')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara'))
})

test('finds screens by name without a request', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/audit', { answers: base })
  await getByRole('button', { name: 'Search everything' }).click()
  await getByRole('combobox', { name: 'Search everything' }).fill('aw')
  await getByRole('option', { name: 'AWS accounts' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/aws_accounts'))
  expect(inputsOf('searchEverything')).toEqual([])
})

test('explains an empty result, a timed-out source and a failed search', async () => {
  let answer: () => unknown = () => []
  const { getByRole, getByText } = await openAdmin('/admin/audit', {
    answers: { ...base, searchEverything: () => answer() },
  })
  await getByRole('button', { name: 'Search everything' }).click()
  const box = getByRole('combobox', { name: 'Search everything' })
  await box.fill('zzz')
  await expect.element(getByText('No results for “zzz”.')).toBeVisible()
  answer = () => [group('order', [], true)]
  await box.fill('zzzz')
  await expect.element(getByText('Timed out: Orders.')).toBeVisible()
  answer = () => {
    throw new ApiError('unavailable', 'Busy for the moment.')
  }
  await box.fill('zzzzz')
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  answer = () => [group('user', [mara])]
  await getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByRole('option', { name: /Mara Kowal/ })).toBeVisible()
})

test('shows the number of results, and links to the list with the same search', async () => {
  const voucher = (n: number) => ({ id: `00000${n}`, title: `…-00000${n}`, detail: 'course · available', within: null })
  const five = [1, 2, 3, 4, 5].map(voucher)
  const { getByRole, getByText, path } = await openAdmin('/admin/audit', {
    answers: {
      ...base,
      listVouchers: [],
      searchEverything: [group('voucher', five, false, 58), group('order', [order], false, 100, true)],
    },
  })
  await getByRole('button', { name: 'Search everything' }).click()
  await getByRole('combobox', { name: 'Search everything' }).fill('nordlicht')
  await expect.element(getByRole('group', { name: 'Vouchers, 58' })).toBeVisible()
  await expect.element(getByRole('group', { name: 'Orders, 100 or more' })).toBeVisible()
  await expect.element(getByRole('option', { name: 'More in Orders 100 or more' })).toBeVisible()
  await expect.element(getByText('158 or more found')).toBeVisible()
  await getByRole('option', { name: /^More in Vouchers/ }).click()
  await vi.waitFor(() => expect(decodeURIComponent(path())).toContain('/admin/vouchers?filter={"q":"nordlicht"}'))
})
