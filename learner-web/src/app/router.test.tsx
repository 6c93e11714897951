import { learnerScreens, routePattern } from '@flagyard/api-types/links'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../test/app.tsx'
import { routes } from './routes.ts'

const table = `
/ public
/signin public
/signup public
/inactive_account public
/activate_account public
/forgot_password public
/reset_password public
/unauthorized public
/courses public
/course/:slug public
/courses/:slug public
/bundles public
/certificates/:id public
/contact public
/terms public
/privacy public
/faqs public
/dashboard user
/profile user
/activate_voucher user
/vouchers user
/certificates user
/feedback/:slug user
/purchase_voucher_success user
/purchase_voucher_cancel user
/classroom/:slug user
/examroom/:slug user`

test('the app has the 27 published routes, each with its roles', () => {
  const rows = routes
    .filter(({ extension }) => !extension)
    .map(({ path, roles }) => `${path} ${roles?.join(',') ?? 'public'}`)
  expect(rows).toEqual(table.trim().split('\n'))
})

test('every screen that the contract names has a route', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual(Object.values<string>(learnerScreens).map(routePattern).sort())
})

test.each(routes.filter(({ roles }) => roles).map(({ path }) => path.replace(':slug', 'aws')))(
  'a visitor at %s is sent to sign in, and the requested location goes along',
  async (path) => {
    await open(`${path}?a=1`)
    await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
    expect(location.pathname).toBe('/signin')
    expect(history.state.usr).toEqual({ from: `${path}?a=1` })
  },
)

test('a signed-in account without an allowed role is sent to /unauthorized, and the requested location goes along', async () => {
  await open('/dashboard', { as: sessionOf({ roles: [] }) })
  await expect.element(page.getByRole('heading', { name: 'You cannot open this page' })).toBeVisible()
  expect(location.pathname).toBe('/unauthorized')
  expect(history.state.usr).toEqual({ from: '/dashboard' })
})

test('one matching role opens the route', async () => {
  await open('/vouchers', { as: sessionOf({ roles: ['admin', 'user'] }), answers: { listMyVouchers: [] } })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(location.pathname).toBe('/vouchers')
})

test('an account that is not activated yet is shown /inactive_account instead of a guarded screen', async () => {
  await open('/dashboard', { as: sessionOf({ is_active: false }) })
  await expect.element(page.getByRole('heading', { name: 'One step left' })).toBeVisible()
  expect(location.pathname).toBe('/inactive_account')
})

test.each(['/nowhere', '/course', '/courses/a/b', '/classroom'])('%s shows the not-found screen', async (path) => {
  await open(path)
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
