import { ApiError } from '@flagyard/api-types'
import { hasUnsavedInput } from '@flagyard/ui/form-drafts'
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
  await open('/profile', { as, answers: { getMe: me, updateMe: refused } })
  await page.getByLabelText('Current password').fill('wrong')
  await page.getByLabelText('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect.element(page.getByText('This is not your present password')).toBeVisible()
  await expect.element(page.getByLabelText('New password')).toHaveValue('correct horse battery')
})

test('after the password was changed the form is empty', async () => {
  await open('/profile', { as, answers: { getMe: me, updateMe: me } })
  await page.getByLabelText('Current password').fill('old one here')
  await page.getByLabelText('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect.element(page.getByText('Your password was changed.')).toBeVisible()
  await expect.element(page.getByLabelText('New password')).toHaveValue('')
})
