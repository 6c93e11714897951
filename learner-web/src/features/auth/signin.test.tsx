import { ApiError } from '@flagyard/api-types'
import { keepUnsavedInput } from '@flagyard/ui/page-state'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

const fill = async () => {
  await page.getByLabelText('Username or e-mail address').fill('mara')
  await page.getByLabelText('Password').fill('correct horse')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

test('signing in sends a form, and leads to the requested location', async () => {
  const { asked, path } = await open('/signin?next=%2Fvouchers%3Fpage%3D2', {
    answers: { signin: sessionOf(), listMyVouchers: [] },
  })
  await fill()
  await expect.poll(path).toBe('/vouchers?page=2')
  const sent = asked.find(({ call }) => call === 'signin')!.request
  expect(sent.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
  expect(await sent.text()).toBe('username=mara&password=correct+horse')
})

test('after a redirect to the sign-in screen, signing in leads back', async () => {
  const { path } = await open('/certificates#x', {
    answers: { signin: sessionOf(), listMyCertificates: [], listEarnedCertificates: [] },
  })
  await expect.poll(path).toBe('/signin')
  await fill()
  await expect.poll(path).toBe('/certificates#x')
})

test.each(['//e.com', '/\\e.com', 'https:e.com', 'javascript:alert(1)', '/.//e.com'])(
  'the requested location %s leads to the dashboard',
  async (next) => {
    const { path } = await open(`/signin?next=${encodeURIComponent(next)}`, {
      answers: { signin: sessionOf(), listMyCourses: [] },
    })
    await fill()
    await expect.poll(path).toBe('/dashboard')
  },
)

test('an account that is not activated yet is sent to /inactive_account, where the mail can be sent again', async () => {
  const { path, asked } = await open('/signin', {
    answers: { signin: sessionOf({ is_active: false }), resendActivation: { message: 'We wrote to you again.' } },
  })
  await fill()
  await expect.poll(path).toBe('/inactive_account')
  await page.getByRole('button', { name: 'Send the e-mail again' }).click()
  await expect.element(page.getByText('We wrote to you again.')).toBeVisible()
  expect(asked.find(({ call }) => call === 'resendActivation')!.request.headers.get('authorization')).toBe(
    'Bearer token',
  )
})

test('a wrong password shows the server’s message, and refreshes nothing', async () => {
  const { asked } = await open('/signin', {
    answers: { signin: new ApiError('wrong_credentials', 'That did not match. Try again.') },
  })
  const before = asked.filter(({ call }) => call === 'refresh').length
  await fill()
  await expect.element(page.getByText('That did not match. Try again.')).toBeVisible()
  expect(asked.filter(({ call }) => call === 'refresh').length).toBe(before)
})

test('the server’s error for a field is shown at that field', async () => {
  await open('/signup', {
    answers: {
      signup: new ApiError('invalid', 'Look again', {
        errors: [{ field: 'username', message: 'This username is taken' }],
      }),
    },
  })
  await page.getByLabelText('Your name').fill('Mara')
  await page.getByLabelText('E-mail address').fill('mara@example.org')
  await page.getByLabelText('Username').fill('mara')
  await page.getByLabelText('Password').fill('correct horse')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect.element(page.getByLabelText('Username')).toHaveAccessibleDescription(/This username is taken/)
})

test('the activation token in the fragment is sent by a click, never by opening the page, and is removed from the address', async () => {
  const { asked, path } = await open('/activate_account#token=abc', { answers: { activateAccount: { message: 'ok' } } })
  await expect.element(page.getByRole('button', { name: 'Activate my account' })).toBeVisible()
  expect(path()).toBe('/activate_account')
  expect(asked.some(({ call }) => call === 'activateAccount')).toBe(false)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible()
  expect(await asked.find(({ call }) => call === 'activateAccount')!.request.json()).toEqual({ token: 'abc' })
})

test('the skip link of the page does not replace the token of a mailed link', async () => {
  const { asked } = await open('/activate_account#token=abc', { answers: { activateAccount: { message: 'ok' } } })
  location.hash = '#main'
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible()
  expect(await asked.find(({ call }) => call === 'activateAccount')!.request.json()).toEqual({ token: 'abc' })
})

test('an activation link says where to go on, through signing in, also in another browser', async () => {
  const next = '/activate_voucher#code=ABCDE-FGHJK'
  const { path } = await open(`/activate_account#token=abc&next=${encodeURIComponent(next)}`, {
    answers: { activateAccount: { message: 'ok' }, signin: sessionOf() },
  })
  expect(path()).toBe('/activate_account')
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect.element(page.getByText(/free lessons are open to you/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  expect(path()).toBe('/signin')
  await fill()
  await expect.element(page.getByLabelText('Code')).toHaveValue('ABCDE-FGHJK')
  expect(path()).toBe('/activate_voucher')
})

test.each(['//e.com', '/\\e.com', 'https://e.com'])(
  'an activation link that leads on to %s leads to the dashboard',
  async (next) => {
    await open(`/activate_account#token=abc&next=${encodeURIComponent(next)}`, {
      as: sessionOf(),
      answers: { activateAccount: { message: 'ok' }, refresh: sessionOf() },
    })
    await page.getByRole('button', { name: 'Activate my account' }).click()
    await expect.element(page.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/dashboard')
  },
)

test('somebody who is signed in is offered no account', async () => {
  const { path } = await open('/signup?next=%2Fvouchers', { as: sessionOf(), answers: { listMyVouchers: [] } })
  await expect.poll(path).toBe('/vouchers')
})

test('a link for a new password still works after a reload of its page', async () => {
  const { reload, asked } = await open('/reset_password#token=abc', { answers: { resetPassword: { message: 'ok' } } })
  await expect.element(page.getByLabelText('New password')).toBeVisible()
  await reload()
  await page.getByLabelText('New password').fill('correct horse')
  await page.getByLabelText('Repeat the password').fill('correct horse')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  expect(await asked.find(({ call }) => call === 'resetPassword')!.request.json()).toMatchObject({ token: 'abc' })
})

test('all errors of a sign-up are shown together, each at its field, and an empty form shows them all', async () => {
  const faults = ['full_name', 'email', 'username', 'password', 'accept_terms'].map((field) => ({
    field,
    message: `The ${field} is at fault`,
  }))
  const { asked } = await open('/signup', { answers: { signup: new ApiError('invalid', 'No', { errors: faults }) } })
  await page.getByRole('button', { name: 'Create my account' }).click()
  for (const { message } of faults) await expect.element(page.getByText(message)).toBeVisible()
  expect(await asked.find(({ call }) => call === 'signup')!.request.json()).toMatchObject({
    username: '',
    accept_terms: false,
  })
})

test('a sign-up asks for consent to news, unticked, and sends what was chosen', async () => {
  const { asked } = await open('/signup', { answers: { signup: { message: 'ok' } } })
  const news = page.getByRole('checkbox', { name: /E-mail me about new courses and labs/ })
  await expect.element(news).not.toBeChecked()
  const send = async () => {
    await page.getByRole('button', { name: 'Create my account' }).click()
    await vi.waitFor(() => expect(asked.some(({ call }) => call === 'signup')).toBe(true))
    return asked.find(({ call }) => call === 'signup')!.request.json()
  }
  await news.click()
  expect(await send()).toMatchObject({ product_news: true })
})

test('a new password can be shown, is said to be weak or strong, and is in no draft', async () => {
  await open('/signup')
  const password = page.getByLabelText('Password')
  await page.getByLabelText('Username').fill('marakuusk')
  await password.fill('marakuusk1')
  await expect.element(page.getByText('Easy to guess. Add a word or two.')).toBeVisible()
  await password.fill('seven grey herons wait')
  await expect.element(page.getByText('Strong.')).toBeVisible()
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  keepUnsavedInput()
  expect(sessionStorage.getItem('typed') ?? '').not.toContain('herons')
})
