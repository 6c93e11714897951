import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, signOut, submitPassword } from './auth-steps.ts'
import { totpCode } from './authenticators.ts'
import { COURSE } from './course-steps.ts'
import { DEMO_PASSWORD, expect, openInApp, signInOn, test } from './fixtures.ts'
import { findMailedLink, listSubjects } from './mails.ts'

/** Presses of a person who has the ticket in hand, counted where the page hears them. */
async function countClicks(page: Page) {
  await page.addInitScript(() => {
    const counted = () => Number(sessionStorage.getItem('clicks') ?? 0)
    addEventListener(
      'click',
      ({ detail }) => detail > 0 && sessionStorage.setItem('clicks', String(counted() + 1)),
      true,
    )
  })
  let before = 0
  return async (most: number) => {
    const now = Number(await page.evaluate(() => sessionStorage.getItem('clicks') ?? 0))
    expect(now - before).toBeLessThanOrEqual(most)
    before = now
  }
}

test('support helps a learner: access that is granted and moved, a lost second factor, a new address, an account disabled', async ({
  page,
  newDevice,
  signIn,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs a sign-in that needs a second step.
  consoleErrors.allow(/401.*auth\/signin/)
  const learner = await newDevice()
  const key = await learnerWithFactor(learner, 'helped-one')
  await createAccount(learner, 'helped-two')
  const countedClicks = await countClicks(page)
  await signIn('admin')
  const dialog = page.getByRole('dialog')

  await test.step('why it does not open, and it is granted there', async () => {
    await page.goto('/admin/users/helped-one/entitlements')
    await page.getByRole('combobox', { name: 'Check access' }).click()
    await page.getByRole('option', { name: `Course: ${COURSE.title}` }).click()
    await expect(page.getByText('You do not have this course yet.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Grant access…' }).click()
    await checkAccessibility(page, 'granting access')
    await dialog.getByLabel(/^Reason/).fill('Paid by transfer')
    await dialog.getByRole('button', { name: 'Grant access' }).click()
    await expect(page.getByText('Access granted. The learner was notified')).toBeVisible()
    await countedClicks(5)
  })

  await test.step('bought with the wrong account, it moves to the right one', async () => {
    await page.getByRole('button', { name: `Change access of helped-one to ${COURSE.title}` }).click()
    await page.getByRole('menuitem', { name: 'Move to another account…' }).click()
    await dialog.getByLabel('Username or e-mail address of the other account').fill('helped-two')
    await dialog.getByLabel(/^Reason/).fill('Bought with the wrong account')
    await expect(dialog.getByRole('button', { name: 'Move access' })).toBeEnabled()
    await checkAccessibility(page, 'moving access')
    await dialog.getByRole('button', { name: 'Move access' }).click()
    await expect(page.getByText('Access moved. Both accounts were notified')).toBeVisible()
    await countedClicks(5)
    expect(await listSubjects(page, 'helped-two@learners.example')).toContain(
      `“${COURSE.title}” is now in this account`,
    )
    await openInApp(page, `/admin/entitlements?filter=${encodeURIComponent('{"username":"helped-two"}')}`)
    await expect(page.getByRole('cell', { name: COURSE.title }).first()).toBeVisible()
    await checkAccessibility(page, 'the ledger')
  })

  await test.step('a lost second factor is removed in a day, unless its owner stops it', async () => {
    await openInApp(page, '/admin/users/helped-one')
    await page.getByRole('button', { name: 'Remove…' }).click()
    await dialog.getByLabel(/^How was identity verified/).fill('Showed a passport in a call')
    await dialog.getByLabel(/^Your password/).fill(DEMO_PASSWORD)
    await checkAccessibility(page, 'removing a second factor')
    await dialog.getByRole('button', { name: 'Remove in 24 hours' }).click()
    await expect(page.getByText('Removal pending')).toBeVisible()
    await countedClicks(4)
    await learner.goto('/dashboard')
    await submitPassword(learner, 'helped-one')
    await learner.getByLabel('Code').fill(totpCode(key, 30))
    await learner.getByRole('button', { name: 'Continue' }).click()
    await expect(
      learner.getByText('Our support was asked to remove your second factor', { exact: false }),
    ).toBeVisible()
    await checkAccessibility(learner, 'a removal that waits')
    await learner.goto(await findMailedLink(page, 'helped-one@learners.example', /\S+\/stop_factor_removal#token=\S+/))
    await learner.getByRole('button', { name: 'Stop the removal' }).click()
    await expect(learner.getByRole('heading', { name: 'You keep your second factor' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove…' })).toBeVisible()
  })

  await test.step('who left the employer gets a new address, which confirms it', async () => {
    await page.getByRole('button', { name: 'Change e-mail address…' }).click()
    await dialog.getByLabel('New address').fill('helped-one@private.example')
    await dialog.getByLabel('Reason').fill('Left the employer')
    await dialog.getByRole('button', { name: 'Change the address' }).click()
    await expect(page.getByText('Waits for helped-one@private.example to be confirmed.')).toBeVisible()
    await countedClicks(4)
  })

  await test.step('an account is disabled with a reason, and enabled again', async () => {
    await page.getByRole('button', { name: 'Disable…' }).click()
    await dialog.getByLabel('Reason').fill('Shared its password')
    await dialog.getByRole('button', { name: 'Disable account' }).click()
    await expect(page.getByText(/Disabled .* by admin: Shared its password/)).toBeVisible()
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await expect(page.getByText('Account enabled')).toBeVisible()
    await countedClicks(4)
  })
})

/** A learner who signs in with an authenticator app, and is signed out again. Returns its key. */
async function learnerWithFactor(page: Page, username: string): Promise<string> {
  await createAccount(page, username)
  await signInOn(page, username, ACCOUNT_PASSWORD)
  await page.goto('/profile?section=security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Enter your password to set up the app').fill(ACCOUNT_PASSWORD)
  await page.getByRole('button', { name: 'Show the key' }).click()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){3,}/).textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Code from the app').fill(totpCode(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await signOut(page)
  return key
}
