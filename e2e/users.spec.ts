import { ACCOUNT_PASSWORD, createAccount } from './auth-steps.ts'
import { expect, test } from './fixtures.ts'
import { findMailedLink } from './mails.ts'
import { onDesktopAndPhone } from './viewports.ts'

test('an e-mail address is changed, confirmed at the new address and undone from the old one', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await createAccount(page, 'movera')
  await signIn('movera', ACCOUNT_PASSWORD)
  await page.goto('/profile?section=email')
  await page.getByLabel('New e-mail address').fill('movera@new.example')
  await page.getByLabel('Enter your password to change your e-mail address').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(/is not confirmed yet/)).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a pending address'))
  await page.goto(await findMailedLink(page, 'movera@new.example', /\S+\/confirm_email#token=\S+/))
  await checkAccessibility(page, 'confirm')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail address was changed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByText('movera@new.example').first()).toBeVisible()

  await page.goto(await findMailedLink(page, 'movera@learners.example', /\S+\/undo_email#token=\S+/))
  await checkAccessibility(page, 'undo')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your old address is restored' })).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
})
