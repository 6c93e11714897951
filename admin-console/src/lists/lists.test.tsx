import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionOf, userRecord, userRow } from '../../test/answers.ts'
import { openAdmin } from '../../test/openAdmin.tsx'

const listUsers = ['mara', 'jon', 'lea'].map((name) => userRow(name))
const answers = { listUsers, listCourseChoices: [] }
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

test('by keyboard: to a row and on, chosen, opened, searched, and the keys told', async () => {
  const { getByRole, path } = await openAdmin('/admin/users', {
    answers: { ...answers, getUser: ({ username }: { username: string }) => userRecord(username) },
  })
  await expect.element(row('mara')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(row('mara')).toHaveFocus()
  await userEvent.keyboard('j{ArrowDown}k')
  await expect.element(row('jon')).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(row('jon').getByRole('checkbox')).toBeChecked()
  await expect.element(getByRole('status').getByText('1 account chosen')).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(getByRole('dialog').getByText('Choose the row, or not')).toBeVisible()
  await userEvent.keyboard('j{Escape}/')
  await expect.element(getByRole('textbox', { name: 'Name or e-mail' })).toHaveFocus()
  await userEvent.keyboard('jx')
  await expect.element(getByRole('textbox', { name: 'Name or e-mail' })).toHaveValue('jx')
  await userEvent.clear(getByRole('textbox', { name: 'Name or e-mail' }))
  await expect.element(row('jon')).toBeVisible()
  await getByRole('button', { name: 'Keys' }).click()
  await userEvent.keyboard('{Escape}kkk{Enter}')
  await expect.element(getByRole('heading', { name: /Kowal/ })).toBeVisible()
  expect(path()).toMatch(/^\/admin\/users\/\w+$/)
})

test('the columns shown and how dense rows are stay as they were set', async () => {
  const { getByRole } = await openAdmin('/admin/users', { answers })
  await expect.element(row('mara')).toBeVisible()
  await getByRole('button', { name: 'Dense rows' }).click()
  await expect.element(getByRole('button', { name: 'Roomy rows' })).toHaveAttribute('aria-pressed', 'true')
  await getByRole('button', { name: 'Roomy rows' }).click()
  await getByRole('button', { name: 'Columns' }).click()
  await getByRole('switch', { name: 'Country' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(getByRole('columnheader', { name: 'Country' })).toBeVisible()
})

test('chosen rows are shown a dry run, and only then worked on', async () => {
  const previewBulk = vi.fn(({ bulkPreviewAsk: { show = 'changes', from = 0 } }) => ({
    total: 2,
    changes: 1,
    refused: 1,
    reasons: [{ message: 'This account is disabled already.', count: 1 }],
    rows:
      show === 'changes'
        ? [{ id: 'mara', message: null }]
        : [{ id: 'jon', message: 'This account is disabled already.' }],
    from,
  }))
  const startBulk = vi.fn(() => {
    throw Object.assign(new Error('Busy for the moment.'), { code: 'unavailable' })
  })
  const { getByRole, getByLabelText, getByText } = await openAdmin('/admin/users', {
    answers: { ...answers, previewBulk, startBulk },
  })
  await row('mara').getByRole('checkbox').click()
  await row('jon').getByRole('checkbox').click()
  await getByRole('button', { name: 'Disable accounts…' }).click()
  await expect.element(getByText('1 account will be disabled')).toBeVisible()
  await expect.element(getByText('1 account will not change')).toBeVisible()
  await expect.element(getByText('1 × This account is disabled already.')).toBeVisible()
  await getByText('Which ones').first().click()
  await expect.element(getByRole('dialog').getByText('mara')).toBeVisible()
  await getByRole('button', { name: 'Disable accounts: 1' }).click()
  await expect.element(getByText('Say why: it is kept with every row.')).toBeVisible()
  expect(startBulk).not.toHaveBeenCalled()
  await getByLabelText('Reason').fill('Left the company')
  await getByRole('button', { name: 'Disable accounts: 1' }).click()
  await expect.element(getByText('Busy for the moment.')).toBeVisible()
  expect(startBulk).toHaveBeenCalledWith({
    bulkAsk: { action: 'users.disable', ids: ['mara', 'jon'], reason: 'Left the company' },
  })
})

test('all that match can be chosen, on whatever page they are', async () => {
  const previewBulk = vi.fn(() => ({ total: 319, changes: 319, refused: 0, reasons: [], rows: [], from: 0 }))
  const many = Array.from({ length: 30 }, (_, n) => userRow(`person-${n}`))
  const { getByRole, getByText } = await openAdmin('/admin/users?filter=%7B%22state%22%3A%22active%22%7D', {
    answers: { ...answers, listUsers: many, previewBulk },
  })
  await getByRole('checkbox', { name: 'Select this row' }).first().click()
  await getByRole('button', { name: /Choose all 30 that match/ }).click()
  await expect.element(getByText('All 30 that match are chosen')).toBeVisible()
  await getByRole('button', { name: 'Enable accounts…' }).click()
  await vi.waitFor(() =>
    expect(previewBulk).toHaveBeenCalledWith({
      bulkPreviewAsk: { action: 'users.enable', filter: '{"state":"active"}' },
    }),
  )
})

test('a file follows the filter and the order, or the rows that were ticked', async () => {
  const exportList = vi.fn(
    () => new Response('id\r\nmara\r\n', { headers: { 'content-disposition': 'attachment; filename="users.csv"' } }),
  )
  const { getByRole, getByText } = await openAdmin('/admin/users?filter=%7B%22state%22%3A%22active%22%7D', {
    answers: { ...answers, exportList },
  })
  await expect.element(row('mara')).toBeVisible()
  await getByRole('button', { name: 'Export as CSV' }).click()
  await expect.element(getByText('The file is with your downloads')).toBeVisible()
  const asked = { filter: '{"state":"active"}', sort: '["created_at","DESC"]' }
  expect(exportList).toHaveBeenLastCalledWith({ list: 'listUsers', exportAsk: asked })
  await row('mara').getByRole('checkbox').click()
  await getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Export as CSV' }).click()
  await vi.waitFor(() =>
    expect(exportList).toHaveBeenLastCalledWith({
      list: 'listUsers',
      exportAsk: { ...asked, filter: '{}', ids: ['mara'] },
    }),
  )
})

test('an administrator without the capability takes files away and does nothing else', async () => {
  const { getByRole } = await openAdmin('/admin/users', { as: sessionOf({ capabilities: ['finance'] }), answers })
  await row('mara').getByRole('checkbox').click()
  const bar = getByRole('region', { name: 'Chosen rows' })
  await expect.element(bar.getByRole('button', { name: 'Export as CSV' })).toBeVisible()
  expect(bar.getByRole('button', { name: /accounts…/ }).query()).toBeNull()
})

test('on a phone rows are chosen on their cards', async () => {
  await page.viewport(390, 844)
  const { getByRole, getByLabelText } = await openAdmin('/admin/users', { answers })
  await getByLabelText('Choose mara').click()
  await expect.element(getByRole('status').getByText('1 account chosen')).toBeVisible()
})
