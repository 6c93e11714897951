import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const code = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrive: () => arrive(), arrived }
})
vi.mock('./SearchResults.tsx', async (original) => {
  await code.arrived
  return original()
})

test('preserves text typed before the search has loaded', async () => {
  const mara = { id: 'mara', title: 'Mara Kowal', detail: null, within: null }
  const { getByRole, inputsOf, path } = await openAdmin('/admin/audit', {
    answers: {
      listAudit: [],
      getUser: userRecord('mara'),
      searchEverything: [{ kind: 'user', rows: [mara], late: false, total: 1, capped: false }],
    },
  })
  await expect.element(getByRole('heading', { name: 'Audit' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}mara@ex')
  const box = getByRole('combobox', { name: 'Search everything' })
  await expect.element(box).toHaveValue('mara@ex')
  expect(inputsOf('searchEverything')).toEqual([])
  code.arrive()
  await expect.element(getByRole('option', { name: 'Mara Kowal' })).toBeVisible()
  expect(inputsOf('searchEverything')).toEqual([{ q: 'mara@ex' }])
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(path()).toBe('/admin/users/mara'))
})

test('Escape closes the search immediately and returns the focus', async () => {
  const { getByRole } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  const button = getByRole('button', { name: 'Search everything' })
  await button.click()
  await getByRole('combobox', { name: 'Search everything' }).fill('aw')
  await userEvent.keyboard('{Escape}')
  await expect.element(getByRole('combobox', { name: 'Search everything' })).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})
