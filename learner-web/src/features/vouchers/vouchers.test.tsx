import { type Activation, ApiError, type Voucher } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

const voucher = (changes: Partial<Voucher> = {}): Voucher => ({
  id: '00000000-0000-4000-8000-00000000000a',
  code: 'ABCDE-FGHJK-MNPQR-STVWX-YZ0123',
  kind: 'course',
  slug: 'aws',
  title: 'AWS Foundations',
  state: 'available',
  uses: 1,
  used: 0,
  recipient: null,
  expires_at: null,
  activated_at: null,
  order_number: 'FY-2026-000123',
  ...changes,
})
const contents: Activation = {
  activated: false,
  kind: 'course',
  slug: 'aws',
  title: 'AWS Foundations',
  access_ends_at: null,
  access_days: 30,
  next: '/classroom/aws',
  shared: null,
}

test('my vouchers show which can still be used, and only those have buttons', async () => {
  const used = voucher({
    id: '00000000-0000-4000-8000-00000000000b',
    title: 'Azure',
    state: 'activated',
    used: 1,
    activated_at: '2026-11-20T10:00:00.000Z',
  })
  await open('/vouchers', { as: sessionOf(), answers: { listMyVouchers: [voucher(), used] } })
  await expect.element(page.getByText('1 of 2 can still be used.')).toBeVisible()
  await expect.element(page.getByText('20 November 2026')).toBeVisible()
  expect(page.getByRole('link', { name: 'Use it myself' }).elements()).toHaveLength(1)
})

test('a code that was sent to somebody is used by oneself only after a warning that names them', async () => {
  const sent = voucher({ recipient: 'priya@people.example' })
  const { path } = await open('/vouchers', { as: sessionOf(), answers: { listMyVouchers: [sent] } })
  await page.getByRole('button', { name: 'Use it myself' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use a code that you have sent?' })
  await expect.element(dialog.getByText(/^You sent this code to priya@people\.example\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave it to them' }).click()
  expect(path()).toBe('/vouchers')
  await page.getByRole('button', { name: 'Use it myself' }).click()
  await dialog.getByRole('button', { name: 'Use it myself' }).click()
  await expect.poll(path).toMatch(/^\/activate_voucher/)
})

test('without vouchers the page says how to get one', async () => {
  await open('/vouchers', { as: sessionOf(), answers: { listMyVouchers: [] } })
  await expect.element(page.getByRole('link', { name: 'I have a code' })).toHaveAttribute('href', '/activate_voucher')
})

test('a code can be typed also by somebody who has vouchers', async () => {
  await open('/vouchers', { as: sessionOf(), answers: { listMyVouchers: [voucher()] } })
  await expect.element(page.getByRole('link', { name: 'I have a code' })).toHaveAttribute('href', '/activate_voucher')
})

test.each([
  [{}, 'for 30 days from now'],
  [{ access_days: null }, 'without an end date'],
  [{ kind: 'lab' }, 'for 30 days from when you first start it. Start it within a year'],
  [{ kind: 'exam', access_days: 365 }, 'Take the exam within a year'],
] as const)('before it is activated, a code says for how long it opens: %j', async (changes, words) => {
  await open('/activate_voucher', { as: sessionOf(), answers: { activateVoucher: { ...contents, ...changes } } })
  await page.getByLabelText('Code').fill('abcde fghjk')
  await page.getByRole('button', { name: 'See what it opens' }).click()
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
})

test('a voucher’s recipient without an account is sent to sign up, and the code is in no address on the way', async () => {
  const { path, asked } = await open('/activate_voucher#code=ABCDE-FGHJK', {
    answers: { signup: { message: 'ok' } },
  })
  await expect.element(page.getByText(/your code will be waiting/)).toBeVisible()
  expect(path()).toBe('/signin')
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabelText('Your name').fill('Mara')
  expect(path()).toBe('/signup')
  await page.getByLabelText('E-mail address').fill('mara@example.org')
  await page.getByLabelText('Username').fill('mara')
  await page.getByLabelText('Password').fill('correct horse')
  await page.getByRole('checkbox', { name: /terms/i }).click()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect.element(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const sent = asked.find(({ call }) => call === 'signup')!.request
  expect(await sent.json()).toMatchObject({ next: '/activate_voucher#code=ABCDE-FGHJK' })
})

test('a voucher is mailed to the typed address, and the server’s message is shown', async () => {
  const { asked } = await open('/vouchers', {
    as: sessionOf(),
    answers: { listMyVouchers: [voucher()], resendVoucher: { message: 'The voucher is on its way.' } },
  })
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  await page.getByLabelText(/^E-mail address/).fill('team@mate.example')
  await page.getByRole('button', { name: 'Send the voucher' }).click()
  await expect.element(page.getByText('The voucher is on its way.')).toBeVisible()
  const sent = asked.find(({ call }) => call === 'resendVoucher')!
  expect(await sent.request.json()).toEqual({ voucher_id: voucher().id, email: 'team@mate.example' })
})

test('a first click shows what a code opens, a second one activates it', async () => {
  const { asked } = await open('/activate_voucher', { as: sessionOf(), answers: { activateVoucher: contents } })
  await page.getByLabelText('Code').fill('abcde fghjk')
  await page.getByRole('button', { name: 'See what it opens' }).click()
  await expect.element(page.getByRole('heading', { name: 'AWS Foundations' })).toBeVisible()
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect.element(page.getByRole('link', { name: 'Start now' })).toHaveAttribute('href', '/classroom/aws')
  const bodies = await Promise.all(
    asked.filter(({ call }) => call === 'activateVoucher').map(({ request }) => request.json()),
  )
  expect(bodies).toEqual([{ code: 'abcde fghjk', dry_run: true }, { code: 'abcde fghjk' }])
})

test('the code of a mailed link is filled in, not used by opening the page, and removed from the address', async () => {
  const { asked, path } = await open('/activate_voucher#code=ABCDE-FGHJK', { as: sessionOf() })
  await expect.element(page.getByLabelText('Code')).toHaveValue('ABCDE-FGHJK')
  expect(path()).toBe('/activate_voucher')
  expect(asked.some(({ call }) => call === 'activateVoucher')).toBe(false)
})

test('a second voucher link opened in the same tab replaces the first, and what the first would open', async () => {
  const { asked, path } = await open('/activate_voucher#code=ABCDE-FGHJK', {
    as: sessionOf(),
    answers: { activateVoucher: contents },
  })
  await page.getByRole('button', { name: 'See what it opens' }).click()
  await expect.element(page.getByRole('heading', { name: 'AWS Foundations' })).toBeVisible()
  location.hash = '#code=ZYXWV-TSRQP'
  await expect.element(page.getByLabelText('Code')).toHaveValue('ZYXWV-TSRQP')
  await expect.element(page.getByRole('heading', { name: 'AWS Foundations' })).not.toBeInTheDocument()
  expect(path()).toBe('/activate_voucher')
  await page.getByRole('button', { name: 'See what it opens' }).click()
  await expect.poll(() => asked.filter(({ call }) => call === 'activateVoucher').length).toBe(2)
  expect(await asked.at(-1)!.request.json()).toEqual({ code: 'ZYXWV-TSRQP', dry_run: true })
})

test('a code that opens nothing is refused at its field', async () => {
  const refused = new ApiError('invalid', 'This code opens nothing.', {
    errors: [{ field: 'code', message: 'This code opens nothing' }],
  })
  await open('/activate_voucher', { as: sessionOf(), answers: { activateVoucher: refused } })
  await page.getByLabelText('Code').fill('x')
  await page.getByRole('button', { name: 'See what it opens' }).click()
  await expect.element(page.getByLabelText('Code')).toHaveAccessibleDescription(/This code opens nothing/)
})
