import { ApiError, type MySession } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { me } from '../../../test/me.ts'

const one = (id: string, device: string, current = false): MySession => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  device,
  address: '192.0.2.7',
  created_at: '2027-03-01T09:00:00.000Z',
  last_used_at: '2027-03-12T09:00:00.000Z',
  current,
  impersonated_by: null,
})
const here = one('1', 'Firefox on Windows', true)
const phone = one('2', 'Safari on iPhone')
const openProfile = (answers: object) =>
  open('/profile?section=security', {
    as: sessionOf(),
    answers: { getMe: me, listMySessions: [here, phone], ...answers },
  })

test('each device is listed; this one is marked and cannot be signed out', async () => {
  await openProfile({})
  const rows = page.getByRole('listitem').filter({ hasText: 'last used' })
  await expect.element(rows.nth(0).getByText('This device')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Firefox on Windows', { exact: false }).first()).toBeVisible()
  await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument()
  await expect.element(rows.nth(1).getByText('Safari on iPhone', { exact: false }).first()).toBeVisible()
})

test('earlier sign-ins of the same browser are folded under its newest one, each with its date', async () => {
  await openProfile({ listMySessions: [here, phone, one('3', 'Safari on iPhone'), one('4', 'Safari on iPhone')] })
  const folded = page.getByText('2 earlier sign-ins on Safari on iPhone')
  await expect.element(folded).toBeVisible()
  await expect.element(page.getByText(/^Signed in .*2027.* · last used/).first()).toBeVisible()
  const buttons = page.getByRole('button', { name: /^Sign out Safari on iPhone/ })
  await expect.poll(() => buttons.all().length).toBe(1)
  await folded.click()
  await expect.poll(() => buttons.all().length).toBe(3)
})

test('a device is signed out, and the focus moves to the heading', async () => {
  const { asked } = await openProfile({ endMySession: null })
  await page.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  await expect.element(page.getByText('Safari on iPhone is signed out.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Where you are signed in' })).toHaveFocus()
  expect(asked.find(({ call }) => call === 'endMySession')!.request.url).toMatch(new RegExp(`${phone.id}$`))
})

test('all other devices are signed out together, and a refusal is shown', async () => {
  await openProfile({ endMyOtherSessions: new ApiError('unavailable', 'We are very busy for the moment.') })
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect.element(page.getByText('We are very busy for the moment.')).toBeVisible()
})

test('an administrator’s impersonation is listed, and can be ended', async () => {
  const { getByText, getByRole } = await openProfile({ listMySessions: [here, { ...phone, impersonated_by: 'ada' }] })
  await expect.element(getByText('ada from our support team is viewing your account, read-only')).toBeVisible()
  await expect.element(getByRole('button', { name: /^Sign out Safari on iPhone/ })).toBeVisible()
})
