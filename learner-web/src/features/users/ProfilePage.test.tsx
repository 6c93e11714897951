import { ApiError } from '@flagyard/api-types'
import { hasUnsavedInput } from '@flagyard/ui/page-state'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { me } from '../../../test/me.ts'

const as = sessionOf()
const about = page.getByRole('textbox', { name: 'Your name' })
const save = page.getByRole('button', { name: 'Save' })

test('the profile shows the saved values and saves them all', async () => {
  const { asked } = await open('/profile', { as, answers: { getMe: me, updateMe: { ...me, full_name: 'Mara Kuusk' } } })
  await expect.element(page.getByLabelText('Time zone')).toHaveValue('Europe/Tallinn')
  await expect.element(page.getByLabelText('Date and number formats')).toBeVisible()
  await about.fill('Mara Kuusk')
  expect(hasUnsavedInput()).toBe(true)
  await page.getByLabelText('New courses and labs').click()
  await save.click()
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible()
  expect(hasUnsavedInput()).toBe(false)
  expect(await asked.find(({ call }) => call === 'updateMe')!.request.json()).toEqual({
    full_name: 'Mara Kuusk',
    country: 'EE',
    company: null,
    links: ['https://mara.example'],
    locale: 'en',
    time_zone: 'Europe/Tallinn',
    email_preferences: { product: true, reminders: true, feedback: true },
  })
})

test('a refused field shows why and gets the focus, and nothing typed is lost', async () => {
  const refused = new ApiError('invalid', 'Some values need another look', {
    errors: [
      { field: 'full_name', message: 'Tell us your name' },
      { field: 'links.1', message: 'Use an address that begins with https' },
    ],
  })
  await open('/profile', { as, answers: { getMe: me, updateMe: refused } })
  await about.fill('  ')
  await page.getByLabelText(/^Company/).fill('Harbour Ltd')
  await page.getByLabelText(/^Links/).fill('https://mara.example\nftp://mara.example')
  await save.click()
  await expect.element(page.getByText('Tell us your name')).toBeVisible()
  await expect.element(page.getByText('Line 2: Use an address that begins with https')).toBeVisible()
  await expect.element(about).toHaveFocus()
  await expect.element(page.getByLabelText(/^Company/)).toHaveValue('Harbour Ltd')
  expect(hasUnsavedInput()).toBe(true)
})

test('a wrong current password is shown at its field', async () => {
  const refused = new ApiError('invalid', 'Some values need another look', {
    errors: [{ field: 'current_password', message: 'This is not your present password' }],
  })
  await open('/profile?section=security', { as, answers: { getMe: me, updateMe: refused } })
  await page.getByLabelText('Current password').fill('wrong')
  await page.getByLabelText('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect.element(page.getByText('This is not your present password')).toBeVisible()
  await expect.element(page.getByLabelText('New password')).toHaveValue('correct horse battery')
})

test('after the password was changed the form is empty', async () => {
  await open('/profile?section=security', { as, answers: { getMe: me, updateMe: me } })
  await page.getByLabelText('Current password').fill('old one here')
  await page.getByLabelText('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect.element(page.getByText('Your password was changed.')).toBeVisible()
  await expect.element(page.getByLabelText('New password')).toHaveValue('')
})

test('the profile is read in sections, of which none asks for a password more than it must', async () => {
  const answers = {
    getMe: me,
    listMySessions: [],
    listMyExports: [],
    getMySecondFactor: { totp: null, passkeys: [], recovery_codes_left: 0, required: false },
  }
  const { path } = await open('/profile', { as, answers })
  const section = (name: string) => page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name })
  await expect.element(section('About you')).toHaveAttribute('aria-current', 'page')
  await expect.element(save).toBeVisible()
  const passwords = () => document.querySelectorAll('input[type=password]').length
  expect(passwords()).toBe(0)
  await section('E-mail').click()
  await expect.element(page.getByLabelText('New e-mail address')).toBeVisible()
  expect(path()).toBe('/profile?section=email')
  await expect.poll(passwords).toBe(1)
  await section('Password and devices').click()
  await expect.element(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /^Second factor/ })).toBeVisible()
  expect(passwords()).toBe(2)
  await section('Your data').click()
  await expect.element(page.getByRole('button', { name: 'Delete my account…' })).toBeVisible()
  expect(passwords()).toBe(0)
})

test('the address that mails and the console name leads to the second factor', async () => {
  const factor = { totp: null, passkeys: [], recovery_codes_left: 0, required: true }
  await open('/profile#second-factor', { as, answers: { getMe: me, listMySessions: [], getMySecondFactor: factor } })
  await expect.element(page.getByRole('heading', { name: /^Second factor/ })).toBeVisible()
})
