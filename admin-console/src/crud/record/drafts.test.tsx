import { ApiError } from '@flagyard/api-types'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { banner, sessionOf, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const offer = page.getByRole('alert', { name: 'Unsaved changes' })
const save = page.getByRole('button', { name: 'Save', exact: true })

test('preserves unsaved input across leaving, reload and session loss, for its author until sign-out', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const answers = { getUser: userRecord('mara'), listUsers: [], listCourseChoices: [] }
  const first = await openAdmin('/admin/users/mara', { answers })
  const name = first.getByRole('textbox', { name: 'Name' })
  await name.fill('Half a name')
  await first.getByRole('link', { name: 'Users' }).first().click()
  await vi.waitFor(() => expect(first.path()).toBe('/admin/users'))
  await first.unmount()

  const other = await openAdmin('/admin/users/mara', { as: sessionOf({ username: 'grace' }), answers })
  await expect.element(other.getByRole('textbox', { name: 'Name' })).toHaveValue('Mara Kowal')
  expect(offer.query()).toBeNull()
  await other.unmount()

  const again = await openAdmin('/admin/users/mara', { answers })
  await expect.element(offer.getByText(/You have unsaved changes/)).toBeVisible()
  await expect.element(name).toHaveValue('Mara Kowal')
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect.element(name).toHaveValue('Half a name')
  await expect.element(offer).not.toBeInTheDocument()
  // The last keystrokes before the session ends are saved too.
  await name.fill('Half a name more')
  again.session.set(null)
  await vi.waitFor(() => expect(again.leave).toHaveBeenCalled())
  await again.unmount()

  const back = await openAdmin('/admin/users/mara', { answers })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect.element(name).toHaveValue('Half a name more')
  await back.session.signOut()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  await back.unmount()
  expect(JSON.stringify({ ...localStorage })).not.toContain('Half a name')
})

test('removes a draft that was discarded, saved or undone', async () => {
  let stored = userRecord('mara')
  const updateUser = vi.fn(({ userEdit }: { userEdit: { full_name?: string } }) => {
    stored = { ...stored, ...userEdit, version: stored.version + 1 }
    return stored
  })
  const answers = { getUser: () => stored, updateUser }
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
  const first = await openAdmin('/admin/users/mara', { answers })
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Discarded name')
  await vi.waitFor(() => expect(drafts()).toHaveLength(1))
  await first.unmount()
  const next = await openAdmin('/admin/users/mara', { answers })
  await offer.getByRole('button', { name: 'Discard' }).click()
  expect(drafts()).toEqual([])
  await expect.element(name).toHaveValue('Mara Kowal')
  await name.fill('Typed')
  await vi.waitFor(() => expect(drafts()).toHaveLength(1))
  await name.fill('Mara Kowal')
  await vi.waitFor(() => expect(drafts()).toEqual([]))
  await name.fill('Mara Novak')
  await save.click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await vi.waitFor(() => expect(drafts()).toEqual([]))
  await next.unmount()
  await openAdmin('/admin/users/mara', { answers })
  await expect.element(name).toHaveValue('Mara Novak')
  expect(offer.query()).toBeNull()
})

test('shows both versions of a field that both changed, to choose either', async () => {
  let stored = userRecord('mara', { company: 'Old Ltd' })
  const sent = vi.fn()
  const updateUser = ({ userEdit }: { userEdit: { version: number } }) => {
    sent(userEdit)
    if (userEdit.version !== stored.version) throw new ApiError('stale_version', 'Someone else changed this account.')
    stored = { ...stored, ...userEdit, version: stored.version + 1 }
    return stored
  }
  await openAdmin('/admin/users/mara', { answers: { getUser: () => stored, updateUser } })
  const [name, company] = ['Name', 'Company'].map((label) => page.getByRole('textbox', { name: label }))
  await name!.fill('Mine')
  await company!.fill('My company')
  stored = { ...stored, full_name: 'Theirs', company: 'Their company', country: 'DE', version: stored.version + 1 }
  await save.click()
  const conflict = page.getByRole('alert', { name: 'Concurrent changes' })
  await expect.element(conflict.getByText('Country: “PL” → “DE”')).toBeVisible()
  // The save button may be far below, so the focus moves to the conflict.
  await expect.element(conflict).toHaveFocus()
  const nameSides = conflict.getByRole('group', { name: 'Name' })
  await expect.element(nameSides).toHaveTextContent('NameMineMineTake mineTheirsTheirsTake theirs')
  await nameSides.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(nameSides).toHaveFocus()
  await expect.element(name!).toHaveValue('Theirs')
  await nameSides.getByRole('button', { name: 'Take mine' }).click()
  await expect.element(name!).toHaveValue('Mine')
  await conflict.getByRole('group', { name: 'Company' }).getByRole('button', { name: 'Take theirs' }).click()
  await save.click()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent.mock.lastCall?.[0]).toEqual({ username: 'mara', version: 4, full_name: 'Mine' })
  await expect.element(conflict).not.toBeInTheDocument()
})

test('lists changes made by another administrator since the draft', async () => {
  let stored = userRecord('mara')
  const answers = { getUser: () => stored }
  const first = await openAdmin('/admin/users/mara', { answers })
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await first.unmount()
  stored = { ...stored, full_name: 'Theirs', version: 9 }
  await openAdmin('/admin/users/mara', { answers })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect
    .element(page.getByRole('group', { name: 'Name' }))
    .toHaveTextContent('NameMineMineTake mineTheirsTheirsTake theirs')
})

test('saves a draft of a new record, without secrets', async () => {
  const { keepDraft, readDraft, flushDrafts } = await import('@flagyard/auth/drafts')
  const first = await openAdmin('/admin/banners/create', { answers: { listBannersForAdmin: [banner()] } })
  await page.getByRole('textbox', { name: /^Message/ }).fill('Half a message')
  await first.unmount()
  await openAdmin('/admin/banners/create', { answers: { listBannersForAdmin: [banner()] } })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('Half a message')

  onTestFinished(() => localStorage.clear())
  const values = {
    title: 'T',
    flags: [{ title: 'Flag', secret: 'f1' }],
    credentials: { access_key: 'f2' },
    code: 'f3',
  }
  keepDraft(
    'ada',
    'lab',
    () => ({ values, base: {} }),
    () => ['code'],
  )
  flushDrafts()
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/f[123]/)
  expect(readDraft('ada', 'lab')).toMatchObject({
    values: { title: 'T', flags: [{ title: 'Flag' }] },
    incomplete: true,
  })
})
