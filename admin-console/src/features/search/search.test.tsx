import { ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const mara = { id: 'mara', title: 'Mara Kowal', detail: 'mara · mara@example.org', within: null }
const order = { id: 'FY-1', title: 'FY-1 · AWS', detail: 'jon · paid', within: 'jon' }
const group = (kind: string, rows: object[], late = false) => ({ kind, rows, late })
const base = { listAudit: [], getUser: userRecord('mara') }

test('Ctrl K, half an address and Enter lead to the person', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/audit', {
    answers: { ...base, searchEverything: [group('user', [mara]), group('order', [order])] },
  })
  await expect.element(getByRole('heading', { name: 'Audit' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = getByRole('combobox', { name: 'Search everything' })
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('mara@ex')
  await expect
    .element(getByRole('group', { name: 'People' }).getByRole('option'))
    .toHaveAttribute('aria-selected', 'true')
  expect(inputsOf('searchEverything')).toEqual([{ q: 'mara@ex' }])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(getByRole('option', { name: /FY-1/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara'))

  await userEvent.keyboard('{Meta>}k{/Meta}')
  await expect.element(getByRole('group', { name: 'Recent' }).getByRole('option', { name: /Mara Kowal/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
})

test('screens are found by their name without asking the server', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/audit', { answers: base })
  await getByRole('button', { name: 'Search everything' }).click()
  await getByRole('combobox', { name: 'Search everything' }).fill('aw')
  await getByRole('option', { name: 'AWS accounts' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/aws_accounts'))
  expect(inputsOf('searchEverything')).toEqual([])
})

test('nothing found, a source that was late, and a search that fails each say so', async () => {
  let answer: () => unknown = () => []
  const { getByRole, getByText } = await openAdmin('/admin/audit', {
    answers: { ...base, searchEverything: () => answer() },
  })
  await getByRole('button', { name: 'Search everything' }).click()
  const box = getByRole('combobox', { name: 'Search everything' })
  await box.fill('zzz')
  await expect.element(getByText('Nothing is called “zzz”.')).toBeVisible()
  answer = () => [group('order', [], true)]
  await box.fill('zzzz')
  await expect.element(getByText('Took too long and is left out: Orders.')).toBeVisible()
  answer = () => {
    throw new ApiError('unavailable', 'Busy for the moment.')
  }
  await box.fill('zzzzz')
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
  answer = () => [group('user', [mara])]
  await getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByRole('option', { name: /Mara Kowal/ })).toBeVisible()
})
