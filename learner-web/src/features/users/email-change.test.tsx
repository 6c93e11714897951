import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { me } from '../../../test/me.ts'

const as = sessionOf()

test('a new address takes the password, and is shown as pending until it is confirmed', async () => {
  const pending = { ...me, pending_email: 'new@example.org' }
  const { asked } = await open('/profile?section=email', {
    as,
    answers: { getMe: me, listMySessions: [], updateMe: pending, cancelEmailChange: me },
  })
  await page.getByLabelText('New e-mail address').fill('new@example.org')
  await page.getByLabelText('Enter your password to change your e-mail address').fill('correct horse')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect.element(page.getByText('We sent an e-mail to new@example.org. Open the link in it.')).toBeVisible()
  expect(await asked.find(({ call }) => call === 'updateMe')!.request.json()).toEqual({
    email: 'new@example.org',
    current_password: 'correct horse',
  })
  await expect.element(page.getByLabelText('New e-mail address')).toHaveValue('')
  await page.getByRole('button', { name: 'Keep the current address' }).click()
  await expect.element(page.getByText('Your e-mail address was not changed.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep the current address' })).not.toBeInTheDocument()
})

test.each([
  ['/confirm_email', 'Confirm this address', 'confirmEmail', 'Your e-mail address was changed', 'Go to your profile'],
  ['/undo_email', 'Undo the change', 'undoEmail', 'Your old address is restored', 'Choose a new password'],
] as const)(
  '%s acts by a click, never by opening the page, and its token is removed from the address',
  async (address, button, call, title, onward) => {
    const { asked, path } = await open(`${address}#token=abc`, { answers: { [call]: { message: 'It is done.' } } })
    await expect.element(page.getByRole('button', { name: button })).toBeVisible()
    await expect.poll(path).toBe(address)
    expect(asked.some((one) => one.call === call)).toBe(false)
    await page.getByRole('button', { name: button }).click()
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByText('It is done.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: onward })).toBeVisible()
    expect(await asked.find((one) => one.call === call)!.request.json()).toEqual({ token: 'abc' })
  },
)

test('a link that no longer works shows the server’s message', async () => {
  await open('/undo_email#token=abc', {
    answers: { undoEmail: new ApiError('token_unusable', 'This link has expired.') },
  })
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect.element(page.getByText('This link has expired.')).toBeVisible()
})

test('a link without its token says what to do', async () => {
  await open('/confirm_email')
  await expect.element(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
})
