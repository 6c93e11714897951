import { ACCOUNT_PASSWORD } from './auth-steps.ts'
import { COURSE } from './course-steps.ts'
import { DEMO_PASSWORD, expect, test } from './fixtures.ts'
import { findMailedLink } from './mails.ts'

const RECIPIENT = 'vera@learners.example'

test('a voucher’s recipient without an account gets from its mail to what it opens, and the code reaches no server in an address', async ({
  page,
  newDevice,
  checkAccessibility,
}) => {
  await test.step('is sent a voucher', async () => {
    const { request } = await newDevice()
    const form = { username: 'admin', password: DEMO_PASSWORD }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const { access_token } = await (await request.post('/api/v1/auth/signin', { form, headers })).json()
    const voucher = {
      target: COURSE.slug,
      count: 1,
      uses: 1,
      expires_at: null,
      recipients: [RECIPIENT],
      note: 'A gift',
    }
    const made = await request.post('/api/v1/admin/course_voucher/', {
      headers: { authorization: `Bearer ${access_token}` },
      data: voucher,
    })
    expect(made.ok()).toBe(true)
  })
  const link = await findMailedLink(page, RECIPIENT, /\S+\/activate_voucher#code=\S+/)
  const code = new URL(link).hash.slice('#code='.length)
  const requested: string[] = []
  page.context().on('request', (request) => requested.push(request.url()))

  await test.step('opens its link, and creates an account', async () => {
    await page.goto(link)
    await expect(page.getByText(/your code will be waiting/)).toBeVisible()
    await checkAccessibility(page, 'sign-in with a voucher')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Vera Voucher')
    await page.reload()
    await page.getByLabel('Your name').fill('Vera Voucher')
    await page.getByLabel('E-mail address').fill(RECIPIENT)
    await page.getByLabel('Username').fill('vera')
    await page.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD)
    await page.getByLabel(/terms/).check()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  })

  const device = await newDevice()
  device.context().on('request', (request) => requested.push(request.url()))
  await test.step('activates it on another device, and signs in there', async () => {
    await device.goto(await findMailedLink(page, RECIPIENT, /\S+\/activate_account#token=\S+/))
    await device.getByRole('button', { name: 'Activate my account' }).click()
    await device.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await device.getByLabel(/username or e-mail/i).fill('vera')
    await device.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD)
    await device.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  })

  await test.step('finds the code there, and uses it', async () => {
    await expect(device.getByLabel('Code')).toHaveValue(code)
    await device.getByRole('button', { name: 'See what it opens' }).click()
    await expect(device.getByText(/without an end date|for \d+ days from now/)).toBeVisible()
    await checkAccessibility(device, 'what a voucher opens')
    await device.getByRole('button', { name: 'Activate' }).click()
    await device.getByRole('link', { name: 'Start now' }).click()
    await device.waitForURL(new RegExp(`/classroom/${COURSE.slug}`))
  })
  expect(requested.length).toBeGreaterThan(20)
  expect(requested.filter((url) => url.split('#')[0]?.includes(code))).toEqual([])
})
