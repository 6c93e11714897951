import type { Page } from '@playwright/test'
import { ACCOUNT_PASSWORD, createAccount, emailOf, signUp, submitPassword } from './steps/auth.ts'
import { setUpAuthenticator, totpCode } from './steps/authenticators.ts'
import { COURSE } from './steps/classroom.ts'
import { findMailedLink, listMails, listSubjects } from './steps/mails.ts'
import { countPresses } from './steps/presses.ts'
import { DEMO_PASSWORD, expect, openInApp, signInOn, test } from './support/fixtures.ts'
import { onDesktopAndPhone } from './support/viewports.ts'

/** They have certificates, but not the password of the demo. */
const OF_OTHER_JOURNEYS = ['ada', 'candida', 'org-learner']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const listOf = (path: string, filter: object) => `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`

test('support finds a learner by half an e-mail address and helps: access that is granted and moved, a lost second factor, a new address, an account disabled', async ({
  page,
  newDevice,
  apiAs,
  signIn,
  consoleErrors,
  checkAccessibility,
}) => {
  // The browser logs a sign-in that needs a second step.
  consoleErrors.allow(/401.*auth\/signin/)
  const learner = await newDevice()
  await createAccount(learner, 'helped-one')
  await createAccount(learner, 'helped-two')
  const key = await setUpAuthenticator(await apiAs('helped-one', ACCOUNT_PASSWORD))
  const expectPresses = await countPresses(page)
  await signIn('admin')
  const dialog = page.getByRole('dialog')

  await test.step('the search leads to the learner, by the keyboard alone', async () => {
    await page.goto('/admin/audit?referrer=partner')
    await expect(heading(page)).toHaveText('Audit log')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    await page.keyboard.type('helped-one@')
    await expect(page.getByRole('group', { name: 'Users' }).getByRole('option').first()).toBeVisible()
    await checkAccessibility(page, 'search')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/users\/helped-one$/)
    await page.getByRole('tab', { name: 'Profile' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Timeline' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Account created')).toBeVisible()
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'timeline'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/entitlements$/)
    await expectPresses(0)
    const saved = (await page.context().cookies()).find(({ name }) => name === 'referrer')
    expect(saved?.value, 'the link of a partner counts in the console, too').toBe('partner')
  })

  await test.step('why it does not open, and it is granted there', async () => {
    await page.getByRole('combobox', { name: 'Check access' }).click()
    await page.getByRole('option', { name: `Course: ${COURSE.title}` }).click()
    await expect(page.getByText('You do not have this course yet.', { exact: false })).toBeVisible()
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'entitlements'))
    await page.getByRole('button', { name: 'Grant missing access…' }).click()
    await checkAccessibility(page, 'granting access')
    await dialog.getByLabel(/^Reason/).fill('Paid by transfer')
    await dialog.getByRole('button', { name: 'Grant access' }).click()
    await expect(page.getByText('Access granted. The learner was notified')).toBeVisible()
    await expectPresses(5)
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
    await expectPresses(5)
    expect(await listSubjects(page, emailOf('helped-two'))).toContain(`“${COURSE.title}” is now in this account`)
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
    await expectPresses(4)
    await submitPassword(learner, 'helped-one')
    await learner.getByLabel('Code').fill(totpCode(key, 30))
    await learner.getByRole('button', { name: 'Continue' }).click()
    await expect(
      learner.getByText('Our support was asked to remove your second factor', { exact: false }),
    ).toBeVisible()
    await checkAccessibility(learner, 'a removal that waits')
    await learner.goto(await findMailedLink(page, emailOf('helped-one'), /\S+\/stop_factor_removal#token=\S+/))
    await learner.getByRole('button', { name: 'Stop the removal' }).click()
    await expect(learner.getByRole('heading', { name: 'You keep your second factor' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove…' })).toBeVisible()
  })

  await test.step('who left the employer gets a new address, which confirms it', async () => {
    await page.getByRole('button', { name: 'Change e-mail address…' }).click()
    await dialog.getByLabel('New address').fill('helped-one@private.example')
    await dialog.getByLabel('Reason').fill('Left the employer')
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByText('Waiting for confirmation of helped-one@private.example.')).toBeVisible()
    await expectPresses(4)
  })

  await test.step('an account is disabled with a reason, and enabled again', async () => {
    await page.getByRole('button', { name: 'Disable…' }).click()
    await dialog.getByLabel('Reason').fill('Shared its password')
    await dialog.getByRole('button', { name: 'Disable account' }).click()
    await expect(page.getByText(/Disabled .* by admin: Shared its password/)).toBeVisible()
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await expect(page.getByText('Account enabled')).toBeVisible()
    await expectPresses(4)
  })
})

test('support sees the app as a learner, read-only, and ends the learner’s sessions', async ({
  page,
  newDevice,
  signIn,
  checkAccessibility,
}) => {
  // An account of its own, because its sessions are ended below.
  const username = 'impersonated'
  const learner = await newDevice()
  await signUp(learner, username)
  await signIn('admin')
  await page.goto(`/admin/users/${username}`)
  const startView = async () => {
    await page.getByRole('button', { name: 'View as…' }).click()
    await page.getByLabel('Reason').fill('A course that does not open')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open tab' }).click()
    const view = await opening
    return { view, bar: view.getByRole('complementary', { name: 'Viewing as a learner' }) }
  }
  const { view: learnerView, bar } = await startView()
  await expect(bar).toContainText(`You are viewing this as ${username}, read-only, until`)
  expect(learnerView.url()).not.toContain('impersonation')
  await onDesktopAndPhone(learnerView, () => checkAccessibility(learnerView, 'viewed as a learner'))
  await learnerView.getByRole('link', { name: 'Browse courses' }).first().click()
  await expect(bar).toBeVisible()

  await learner.goto('/profile?section=security')
  await expect(learner.getByText('admin from our support team is viewing your account, read-only')).toBeVisible()
  // Loaded again, the tab shows nothing of the administrator's own, and the learner sees that nobody looks on any more.
  const ended = learnerView.getByRole('heading', { level: 1, name: `You are no longer viewing as ${username}` })
  await learnerView.reload()
  await expect(ended).toBeAttached()
  await learnerView.goto('/dashboard')
  await expect(ended).toBeAttached()
  await onDesktopAndPhone(learnerView, () => checkAccessibility(learnerView, 'no longer viewed as a learner'))
  await expect(async () => {
    await learner.reload()
    await expect(learner.getByText('This device')).toBeVisible()
    await expect(learner.getByText('admin from our support team is viewing your account, read-only')).toHaveCount(0)
  }).toPass()
  const again = await startView()
  await again.bar.getByRole('button', { name: 'End' }).click()
  await expect(again.bar).toHaveCount(0)
  // The administrator's own tab is still signed in.
  await page.reload()
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(page.getByText('ended by the administrator')).toHaveCount(2)

  await page.getByRole('button', { name: 'End all…' }).click()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText(`All sessions of ${username} ended`)).toBeVisible()
  await learner.goto('/profile')
  await learner.waitForURL(/\/signin/)
})

test('support creates 25 vouchers from a file with one bad line, and sees who used a voucher', async ({
  page,
  apiAs,
  signIn,
  checkAccessibility,
}) => {
  const expectPresses = await countPresses(page)
  const people = Array.from({ length: 25 }, (_, n) => `papers-${n}@team.example`)
  const fileOf = (lines: string[]) => ({
    name: 'team.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,email', ...lines.map((email, n) => `Person ${n},${email}`)].join('\n')),
  })
  await signIn('admin')
  await page.goto('/admin/vouchers')
  await test.step('the batch, in six presses', async () => {
    await page.getByRole('link', { name: 'New batch' }).click()
    await page.getByRole('combobox', { name: 'Product' }).click()
    await page.getByRole('option', { name: COURSE.title }).click()
    await page.getByLabel('Recipients file').setInputFiles(fileOf([...people.slice(0, 24), 'not-an-address']))
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText(/^1 of 25 lines has an error/)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Line 26' })).toContainText('not an e-mail address')
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'a batch with a wrong line'))
    await page.getByLabel('Recipients file').setInputFiles(fileOf(people))
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Create 25 vouchers' }).click()
    await expect(page.getByRole('heading', { name: `25 vouchers for ${COURSE.title}` })).toBeVisible()
    await expectPresses(6)
  })
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a batch'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download codes' }).click()
  expect((await download).suggestedFilename()).toMatch(/^vouchers-.*\.csv$/)

  const [mail] = await listMails(page, people[3] ?? '')
  const [code = ''] = /([0-9A-Z]{5}-){4}[0-9A-Z]{6}/.exec(mail?.text ?? '') ?? []
  await createAccount(page, 'of-the-batch')
  const newcomer = await apiAs('of-the-batch', ACCOUNT_PASSWORD)
  await newcomer('POST', '/vouchers/activate_voucher', { code })

  await test.step('the voucher, by a part of its code, in one press', async () => {
    await openInApp(page, '/admin/vouchers')
    await expectPresses(1)
    await page.getByLabel(/Code, recipient or organisation/).fill(code.replaceAll('-', '').slice(4, 16).toLowerCase())
    await page.getByRole('link', { name: code }).first().click()
    await expect(page.getByRole('heading', { name: `Voucher …-${code.split('-').at(-1)}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'E-mails' })).toContainText(people[3] ?? '')
    await expect(page.getByRole('region', { name: 'Uses' })).toContainText('of-the-batch · has access')
    await expectPresses(1)
  })
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a voucher'))
})

test('a learner asks for a corrected name on a certificate, support accepts it, and anyone can verify it', async ({
  page,
  apiAs,
  signIn,
  newDevice,
  checkAccessibility,
}) => {
  const admin = await apiAs('admin')
  const valid: { id: string; username: string; name: string }[] = await admin(
    'GET',
    listOf('/admin/certificates', { state: 'valid' }),
  )
  const asked: { username: string }[] = await admin('GET', listOf('/admin/certificate_corrections', {}))
  const others = ['', 'learner', ...OF_OTHER_JOURNEYS, ...asked.map((one) => one.username)]
  const { id, username, name } = valid.find((one) => !others.includes(one.username))!
  const right = `${name} Łukasz`
  const learner = await newDevice()
  await signInOn(learner, username)
  await test.step('the learner asks, in two presses', async () => {
    const expectPresses = await countPresses(learner)
    await learner.goto('/certificates')
    await learner.getByRole('button', { name: 'Request a correction' }).first().click()
    await learner.getByLabel('Correct name').fill(right)
    await learner.getByLabel('Reason').fill('My second name is missing')
    await checkAccessibility(learner, 'asking for a correction')
    await learner.getByRole('button', { name: 'Send the request' }).click()
    await expect(learner.getByText(`you asked for “${right}”`)).toBeVisible()
    await expectPresses(2)
  })
  const expectPresses = await countPresses(page)
  await signIn('admin')
  await page.goto('/admin')
  await test.step('support decides it, in three presses from the dashboard', async () => {
    await page.getByRole('link', { name: /Certificate corrections requested by learners/ }).click()
    const row = page.getByRole('row').filter({ hasText: username })
    await expect(row).toContainText(right)
    await onDesktopAndPhone(page, () => checkAccessibility(page, 'corrections'))
    await row.getByRole('button', { name: 'Decide…' }).click()
    await checkAccessibility(page, 'deciding a correction')
    await page.getByRole('button', { name: 'Save decision' }).click()
    await expect(page.getByText('Decision saved. The learner was notified')).toBeVisible()
    await expectPresses(3)
  })
  await openInApp(page, `/admin/certificates/${id}`)
  await expect(page.getByRole('cell', { name: right })).toBeVisible()
  await onDesktopAndPhone(page, () => checkAccessibility(page, 'a certificate'))
  await learner.goto(`/certificates/${id}`)
  await expect(learner.getByText(right).first()).toBeVisible()
  const { email } = await admin('GET', `/admin/user/${username}`)
  expect(await listSubjects(page, email)).toContainEqual(expect.stringMatching(/^Your certificate is corrected/))
})
