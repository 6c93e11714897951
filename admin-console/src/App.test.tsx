import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import routes from '../../packages/api-types/test/routes.tsv?raw'
import { sessionOf, userRow } from '../test/answers.ts'
import { openAdmin } from '../test/openAdmin.tsx'
import { contents } from './App.tsx'
import { isScreen } from './layout/SessionGate.tsx'

const paths = routes
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, who]) => who === 'admin')
  .map(([path = '']) => path.replace(/\{\w+\}/, 'one'))

test('the contract names seventeen administrator routes', () => {
  expect(paths).toHaveLength(17)
})

test.for(paths)('%s leads a visitor to sign in and back', async (path) => {
  const { leave } = await openAdmin(path, { as: null })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(`/signin?next=${encodeURIComponent(path)}`))
})

test.for(paths)('%s refuses a learner, with the requested location', async (path) => {
  const { leave } = await openAdmin(path, { as: sessionOf({ roles: ['user'], capabilities: [] }) })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(`/unauthorized?next=${encodeURIComponent(path)}`))
})

test.for(paths)('%s shows an administrator its screen', async (path) => {
  const { getByRole, leave } = await openAdmin(path)
  await expect.element(getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(document.title).toMatch(/^(?!Not found).+ · Flagyard console$/)
  const fields =
    ':is(input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea):not([aria-hidden])'
  const bare = [...document.querySelectorAll<HTMLInputElement>(fields)].filter(({ dir }) => dir !== 'auto')
  expect(bare, 'text of any script begins at its own side').toEqual([])
  expect(leave).not.toHaveBeenCalled()
})

test('shows “not found” for an unknown path, signed in or not', async () => {
  const { getByRole, leave } = await openAdmin('/admin/nowhere', { as: null })
  await expect.element(getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(leave).not.toHaveBeenCalled()
})

test.for([
  ['/admin', true],
  ['/admin/', true],
  ['/admin/users/', true],
  ['/admin/users/mara', true],
  ['/admin/users/mara/timeline', true],
  ['/admin/audit/one', false],
  ['/admin/vouchers/one', true],
  ['/admin/feedback_analytics', true],
  ['/elsewhere', false],
] as const)('%s is a screen: %s', ([path, is]) => {
  expect(isScreen(path, contents)).toBe(is)
})

test('shows a spinner until the silent refresh has completed', async () => {
  const { getByText } = await openAdmin('/admin/users', { as: null })
  await expect.element(getByText('Loading your session…')).toBeInTheDocument()
})

test('keeps menu and search available on an unknown path', async () => {
  const { getByRole } = await openAdmin('/admin/nowhere')
  await expect.element(getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect.element(getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Users' })).toBeVisible()
  await expect.element(getByRole('button', { name: 'Search everything' })).toBeVisible()
})

test('shows the time zone of all times in the account menu', async () => {
  const { getByRole } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await getByRole('button', { name: /^Account of/ }).click()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await expect.element(getByRole('menuitem', { name: new RegExp(`^Times are in ${zone}`) })).toBeVisible()
})

const signOut = async ({ getByRole, leave }: Awaited<ReturnType<typeof openAdmin>>) => {
  await getByRole('button', { name: /^Account of/ }).click()
  await getByRole('menuitem', { name: 'Sign out' }).click()
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
}

test('signs out to the sign-in page without a return path', async () => {
  const console = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await signOut(console)
  expect(console.signOut).toHaveBeenCalledOnce()
  expect(console.leave.mock.calls).toEqual([['/signin']])
})

test('reports a failed sign-out and stays signed in', async () => {
  const { getByRole, getByText, leave, signOut } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  signOut.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await getByRole('button', { name: /^Account of/ }).click()
  await getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.element(getByText(/You are still signed in/)).toBeVisible()
  expect(leave).not.toHaveBeenCalled()
})

test('does not carry selection, filters or searches over to the next administrator', async () => {
  localStorage.setItem('theme', 'dark')
  const code = { id: 'K7PX-22', title: 'K7PX-22', detail: 'unused', within: null }
  const answers = {
    listUsers: [userRow('mara'), userRow('jon')],
    listCourseChoices: [],
    listVouchers: [],
    searchEverything: [{ kind: 'voucher', rows: [code], late: false, total: 1, capped: false }],
  }
  const first = await openAdmin('/admin/users?filter=%7B%22state%22%3A%22active%22%7D', { answers })
  await first.getByRole('row', { name: /mara/ }).getByRole('checkbox').click()
  await first.getByRole('button', { name: 'Search everything' }).click()
  await first.getByRole('combobox', { name: 'Search everything' }).fill('K7PX')
  await first.getByRole('option', { name: /K7PX-22/ }).click()
  await vi.waitFor(() => expect(first.path()).toBe('/admin/vouchers/K7PX-22'))
  await signOut(first)
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
  expect({ ...sessionStorage }).toEqual({})
  await first.unmount()

  const grace = sessionOf({ username: 'grace', full_name: 'Grace Thompson' })
  const next = await openAdmin('/admin/users', { as: grace, answers })
  await expect.element(next.getByRole('row', { name: /mara/ })).toBeVisible()
  expect(next.inputsOf('listUsers')[0]).toMatchObject({ filter: '{}' })
  expect(next.getByRole('checkbox', { checked: true }).query()).toBeNull()
  await next.getByRole('button', { name: 'Search everything' }).click()
  expect(next.getByRole('group', { name: 'Recent' }).query()).toBeNull()
})

test('stores the theme under the key that both apps share', async () => {
  localStorage.setItem('theme', 'light')
  const { getByRole } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('leaves when the session ends in another tab', async () => {
  const { getByRole, leave, session } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await expect.element(getByRole('heading', { name: 'Audit log' })).toBeVisible()
  session.set(null)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/signin?next=%2Fadmin%2Faudit'))
})

test('closes the menu when the window becomes narrow, and restores it when it is wide again', async () => {
  const { getByRole } = await openAdmin('/admin/users', { answers: { listUsers: [] } })
  const menu = getByRole('navigation', { name: 'Console' })
  const toggle = getByRole('banner').getByRole('button', { name: /menu/ })
  await toggle.click()
  await toggle.click()
  await page.viewport(390, 844)
  await expect.element(getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(menu).not.toBeInTheDocument()
  await page.viewport(1280, 860)
  await expect.element(menu.getByText('Support')).toBeVisible()
})
