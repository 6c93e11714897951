import { ApiError } from '@flagyard/api-types'
import { keepUnsavedInput } from '@flagyard/ui/page-state'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { me } from '../../../../test/me.ts'

const needed = Response.json(
  {
    type: 'x',
    title: 'One more step',
    status: 401,
    code: 'second_factor_needed',
    detail: 'Now the code.',
    challenge: 'c1',
    methods: ['totp'],
  },
  { status: 401 },
)
const since = '2027-03-01T09:00:00.000Z'
const off = { totp: null, passkeys: [], recovery_codes_left: 0, required: false }
const on = { ...off, totp: { since, last_used_at: null }, recovery_codes_left: 9 }
const codes = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-ddd${at}`)
const pixel = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

async function passwordStep() {
  await page.getByLabelText('Username or e-mail address').fill('mara')
  await page.getByLabelText('Password').fill('correct horse')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}
const profile = (answers: Answers, section = 'security') =>
  open(`/profile?section=${section}`, {
    as: sessionOf(),
    answers: { getMe: me, listMySessions: [], getMySecondFactor: off, ...answers },
  })

test('signing in asks for the code in a second step, which takes the focus, and then leads to the requested location', async () => {
  const { asked, path } = await open('/signin?next=%2Fvouchers', {
    answers: { signin: needed, finishSignin: sessionOf(), listMyVouchers: [] },
  })
  await passwordStep()
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect.element(page.getByLabelText('Code')).toHaveFocus()
  await page.getByLabelText('Code').fill('123 456')
  keepUnsavedInput()
  expect(sessionStorage.getItem('typed') ?? '').not.toContain('123 456')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(path).toBe('/vouchers')
  expect(await asked.find(({ call }) => call === 'finishSignin')!.request.json()).toEqual({
    challenge: 'c1',
    code: '123 456',
  })
})

test('a wrong code is shown at its field, and one can start over', async () => {
  const refused = new ApiError('invalid', 'Look again', {
    errors: [{ field: 'code', message: 'This code is not right' }],
  })
  await open('/signin', { answers: { signin: needed, finishSignin: refused } })
  await passwordStep()
  await page.getByLabelText('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByLabelText('Code')).toHaveAccessibleDescription(/This code is not right/)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an expired challenge leads back to the first step and says why', async () => {
  await open('/signin', {
    answers: { signin: needed, finishSignin: new ApiError('challenge_expired', 'That took a while.') },
  })
  await passwordStep()
  await page.getByLabelText('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.element(page.getByText('That took a while.')).toBeVisible()
})

test('an app is set up with the password, its key and a code; the recovery codes are shown once, to save them', async () => {
  const { asked } = await profile({
    setUpTotp: { key: 'ABCDEFGH23456789', uri: 'otpauth://totp/x', qr: pixel },
    confirmTotp: { codes },
  })
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect.element(page.getByLabelText('Enter your password to set up the app')).toHaveFocus()
  await page.getByLabelText('Enter your password to set up the app').fill('correct horse')
  await page.getByRole('button', { name: 'Show the key' }).click()
  await expect.element(page.getByRole('img', { name: 'The key below as a QR code' })).toBeVisible()
  await expect.element(page.getByText('ABCD EFGH 2345 6789')).toBeVisible()
  await page.getByLabelText('Code from the app').fill('123456')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(page.getByText(codes[9]!)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /^Second factor/ })).toHaveFocus()
  const download = page.getByRole('link', { name: 'Download' })
  await expect.element(download).toHaveAttribute('download', 'recovery-codes.txt')
  expect(decodeURIComponent(download.element().getAttribute('href') ?? '')).toContain(codes.join('\n'))
  expect(await asked.find(({ call }) => call === 'confirmTotp')!.request.json()).toEqual({ code: '123456' })
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect.element(page.getByText(codes[9]!)).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: /^Second factor/ })).toHaveFocus()
})

test('removing the app takes the password and a code', async () => {
  const { asked } = await profile({ getMySecondFactor: on, removeTotp: null })
  await expect.element(page.getByText('9 recovery codes left.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await expect.element(page.getByText(/Your recovery codes are removed too/)).toBeVisible()
  await page.getByLabelText('Enter your password to change your second factor').fill('correct horse')
  await page.getByLabelText('Enter a code to change your second factor').fill('123456')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Your second factor is off.')).toBeVisible()
  expect(await asked.find(({ call }) => call === 'removeTotp')!.request.json()).toEqual({
    current_password: 'correct horse',
    code: '123456',
  })
})

test('with a second factor, changing the address takes a code too', async () => {
  const { asked } = await profile(
    { getMySecondFactor: on, updateMe: { ...me, pending_email: 'new@example.org' } },
    'email',
  )
  await page.getByLabelText('New e-mail address').fill('new@example.org')
  await page.getByLabelText('Enter your password to change your e-mail address').fill('correct horse')
  await page.getByLabelText('Enter a code to change your e-mail address').fill('123456')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect.element(page.getByText('We sent an e-mail to new@example.org. Open the link in it.')).toBeVisible()
  expect(await asked.find(({ call }) => call === 'updateMe')!.request.json()).toMatchObject({ code: '123456' })
})

test('an administrator who must set up a second factor reads so', async () => {
  await profile({ getMySecondFactor: { ...off, required: true } })
  await expect.element(page.getByText(/^Administrators need a second factor\./)).toBeVisible()
})

test('that support removes the factor in a day is said on the profile, and stopped there', async () => {
  let isStopped = false
  const { asked } = await profile({
    getMySecondFactor: () => ({ ...on, ...(!isStopped && { removal_at: '2027-03-02T09:00:00.000Z' }) }),
    stopMyFactorRemoval: () => {
      isStopped = true
      return null
    },
  })
  const notice = page.getByRole('region', { name: 'Your second factor will be removed' })
  await expect.element(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Stop the removal' }).click()
  await expect.element(page.getByText('The removal is stopped. You keep your second factor.')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(asked.some(({ call }) => call === 'stopMyFactorRemoval')).toBe(true)
})

test('the mailed link stops it by a click, never by opening the page', async () => {
  const { asked, path } = await open('/stop_factor_removal#token=abc', {
    answers: { stopFactorRemoval: { message: 'The removal was stopped, and your second factor was not changed.' } },
  })
  const stop = page.getByRole('button', { name: 'Stop the removal' })
  await expect.element(stop).toBeVisible()
  await expect.poll(path).toBe('/stop_factor_removal')
  expect(asked.some(({ call }) => call === 'stopFactorRemoval')).toBe(false)
  await stop.click()
  await expect.element(page.getByRole('heading', { name: 'You keep your second factor' })).toBeVisible()
  expect(await asked.find(({ call }) => call === 'stopFactorRemoval')!.request.json()).toEqual({ token: 'abc' })
})
