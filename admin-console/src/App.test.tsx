import { expect, test, vi } from 'vitest'
import routes from '../../packages/api-types/test/routes.tsv?raw'
import { sessionOf } from '../test/answers.ts'
import { openAdmin } from '../test/openAdmin.tsx'
import { isScreen } from './places.ts'

const paths = routes
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, who]) => who === 'admin')
  .map(([path = '']) => path.replace(/\{\w+\}/, 'one'))

test('the contract names seventeen routes of administrators', () => {
  expect(paths).toHaveLength(17)
})

test.for(paths)('%s leads a visitor to sign in and back (SPEC §2)', async (path) => {
  const { leave } = await openAdmin(path, { as: null })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(`/signin?next=${encodeURIComponent(path)}`))
})

test.for(paths)('%s refuses a learner, with the requested location (SPEC §2)', async (path) => {
  const { leave } = await openAdmin(path, { as: sessionOf({ roles: ['user'], capabilities: [] }) })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(`/unauthorized?next=${encodeURIComponent(path)}`))
})

test.for(paths)('%s shows an administrator its screen', async (path) => {
  const { getByRole, leave } = await openAdmin(path)
  await expect.element(getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(document.title).not.toContain('Not found')
  expect(leave).not.toHaveBeenCalled()
})

test('an unknown path shows not-found, signed in or not', async () => {
  const { getByRole, leave } = await openAdmin('/admin/nowhere', { as: null })
  await expect.element(getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  expect(leave).not.toHaveBeenCalled()
})

test.for([
  ['/admin', true],
  ['/admin/', true],
  ['/admin/users/', true],
  ['/admin/users/mara', true],
  ['/admin/users/mara/more', false],
  ['/admin/audit/one', false],
  ['/admin/vouchers/one', false],
  ['/admin/feedback_analytics', true],
  ['/elsewhere', false],
] as const)('%s is a screen: %s', ([path, is]) => {
  expect(isScreen(path)).toBe(is)
})

test('a loading indicator stands until the silent refresh has ended', async () => {
  const { getByText } = await openAdmin('/admin/users', { as: null })
  await expect.element(getByText('Looking for your session')).toBeInTheDocument()
})

test('signing out leaves for sign-in and keeps the theme', async () => {
  localStorage.setItem('theme', 'dark')
  const { getByRole, leave, signOut } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await getByRole('button', { name: 'Account of Ada Brandt' }).click()
  await getByRole('menuitem', { name: 'Sign out' }).click()
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
  expect(signOut).toHaveBeenCalledOnce()
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('the theme is switched under the key that both apps share', async () => {
  localStorage.setItem('theme', 'light')
  const { getByRole } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await getByRole('button', { name: 'Use the dark theme' }).click()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('a session that ends in another tab leaves too', async () => {
  const { getByRole, leave, session } = await openAdmin('/admin/audit', { answers: { listAudit: [] } })
  await expect.element(getByRole('heading', { name: 'Audit' })).toBeVisible()
  session.set(null)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/signin?next=%2Fadmin%2Faudit'))
})
