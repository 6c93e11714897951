import { activeAccount, mailedLink, mailsTo, PHRASE, passwordStep, subjectsTo } from './account-steps.ts'
import { answerNotices, expect, test } from './fixtures.ts'

const ACTIVATION = /\S+\/activate_account#token=\S+/

async function signUp(page: Parameters<typeof mailsTo>[0], username: string, email: string) {
  await page.goto('/signup')
  await page.getByLabel('Your name').fill('Some Body')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PHRASE)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

test('the activation mail is sent again to an account that waits, and only the newest link opens it', async ({
  page,
  console: consoleErrors,
  checkAccessibility,
}) => {
  // What a browser notes of the older link.
  consoleErrors.expect(/400.*auth\/activate_account/)
  const email = 'resenda@learners.example'
  await signUp(page, 'resenda', email)
  const first = await mailedLink(page, email, ACTIVATION)
  await passwordStep(page, 'resenda')
  await page.waitForURL(/\/inactive_account/)
  await checkAccessibility(page, 'an account that waits')
  await page.getByRole('button', { name: 'Send the e-mail again' }).click()
  await expect(page.getByText(/follow the link we sent you/)).toBeVisible()
  expect(await subjectsTo(page, email)).toEqual(['Activate your Flagyard account', 'Activate your Flagyard account'])

  await page.goto(first)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page.getByText(/has expired or was used already/)).toBeVisible()
  await checkAccessibility(page, 'a link that is over')
  const second = await mailedLink(page, email, ACTIVATION)
  expect(second).not.toBe(first)
  await page.goto(second)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('attack 17: signing up with a known address reads the same, and only its mail tells', async ({ page }) => {
  await activeAccount(page, 'knowna')
  await signUp(page, 'knowna-again', 'knowna@learners.example')
  const [newest] = await mailsTo(page, 'knowna@learners.example')
  expect(newest?.subject).toBe('You already have a Flagyard account')
  expect(newest?.text).not.toContain('token')
  await passwordStep(page, 'knowna-again')
  await page.waitForURL(/\/inactive_account/)
})

test('a forgotten password: the link sets another one once, ends every session and is told by mail', async ({
  page,
  browser,
  baseURL,
  signIn,
  console: consoleErrors,
  checkAccessibility,
}) => {
  // What a browser notes of the old password, and of a link that was used.
  consoleErrors.expect(/401.*auth\/signin/)
  consoleErrors.expect(/400.*auth\/reset_password/)
  const email = 'forgeta@learners.example'
  const next = 'another long enough phrase'
  await activeAccount(page, 'forgeta')
  const device = await browser.newContext({ baseURL: baseURL ?? '' })
  await answerNotices(device, baseURL ?? '')
  const other = await device.newPage()
  await passwordStep(other, 'forgeta')
  await other.waitForURL(/\/dashboard/)

  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const link = await mailedLink(page, email, /\S+\/reset_password#token=\S+/)
  const setPassword = async () => {
    await page.goto(link)
    await page.getByLabel('New password').fill(next)
    await page.getByLabel('Repeat the password').fill(next)
    await page.getByRole('button', { name: 'Set the password' }).click()
  }
  await setPassword()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await checkAccessibility(page, 'a new password')
  expect(await subjectsTo(page, email)).toEqual([
    'Your password was changed',
    'Choose a new password',
    'Activate your Flagyard account',
  ])
  await other.goto('/profile')
  await other.waitForURL(/\/signin/)
  await device.close()

  await page.goto('/')
  await setPassword()
  await expect(page.getByText(/has expired or was used already/)).toBeVisible()
  await passwordStep(page, 'forgeta')
  await expect(page.getByText(/username or password is not right/)).toBeVisible()
  await signIn('forgeta', next)
  await page.waitForURL(/\/dashboard/)
})

test('fault 13: a stolen cookie that comes too late ends the session for both, and its owner is told by mail', async ({
  page,
  context,
  browser,
  baseURL,
  signIn,
}) => {
  const email = 'robba@learners.example'
  await activeAccount(page, 'robba')
  await signIn('robba', PHRASE)
  const stolen = (await context.cookies()).filter(({ name }) => name === 'flagyard-session')
  expect(stolen).toHaveLength(1)
  for (const _refresh of ['once', 'twice']) {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  }
  const thief = await browser.newContext({ baseURL: baseURL ?? '' })
  await answerNotices(thief, baseURL ?? '')
  await thief.addCookies(stolen)
  const theirs = await thief.newPage()
  await theirs.goto('/profile')
  await theirs.waitForURL(/\/signin/)
  await thief.close()
  expect((await subjectsTo(page, email))[0]).toBe('We signed out one of your devices')
  await page.goto('/profile')
  await page.waitForURL(/\/signin/)
})
