import { type AddressData, ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open } from '../../../test/app.tsx'
import { watchDownloads } from '../../../test/downloads.ts'

const data: AddressData = {
  email: 'ann@example.org',
  token: 'page-token',
  token_until: '2027-03-12T10:00:00.000Z',
  held: [
    {
      what: 'Vouchers given to you',
      count: 2,
      first_at: '2027-03-01T12:00:00.000Z',
      last_at: '2027-03-05T12:00:00.000Z',
      erasure: 'Your address will be removed.',
    },
    {
      what: 'Requests for this list',
      count: 1,
      first_at: '2027-03-12T12:00:00.000Z',
      last_at: '2027-03-12T12:00:00.000Z',
      erasure: 'They will be erased.',
    },
  ],
}
const expired = new ApiError('token_unusable', 'This link has expired or was already used.')
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function openLink(answers: Answers) {
  const opened = await open('/address_data#token=abc', { answers: { openAddressLink: data, ...answers } })
  await button('Show me').click()
  return opened
}

test('the privacy page leads to a form that requests a link, and says what comes next', async () => {
  const { inputsOf } = await open('/privacy', { answers: { askAddressLink: { message: 'Check that inbox.' } } })
  await page.getByRole('link', { name: 'what we hold about your e-mail address' }).click()
  await page.getByLabelText('Your e-mail address').fill(' ann@example.org ')
  await button('Send me the link').click()
  await expect.element(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Check that inbox.')).toBeVisible()
  expect(inputsOf('askAddressLink')).toEqual([{ addressPayload: { email: 'ann@example.org' } }])
})

test('too many requests are answered with the server’s message, and the form stays', async () => {
  await open('/address_data', { answers: { askAddressLink: new ApiError('rate_limited', 'Too many attempts.') } })
  await page.getByLabelText('Your e-mail address').fill('ann@example.org')
  await button('Send me the link').click()
  await expect.element(page.getByRole('alert').getByText('Too many attempts.')).toBeVisible()
  await expect.element(page.getByLabelText('Your e-mail address')).toHaveValue('ann@example.org')
})

test('the mailed link is opened by a click, never by opening the page, and its token leaves the address', async () => {
  const { asked, inputsOf, path } = await open('/address_data#token=abc', { answers: { openAddressLink: data } })
  await expect.element(button('Show me')).toBeVisible()
  expect(path()).toBe('/address_data')
  expect(asked.some(({ call }) => call === 'openAddressLink')).toBe(false)
  await button('Show me').click()
  await expect.element(page.getByText('ann@example.org')).toBeVisible()
  expect(inputsOf('openAddressLink')).toEqual([{ addressTokenPayload: { token: 'abc' } }])
})

test('what is held is listed by kind, with its dates and what erasing does', async () => {
  await openLink({})
  const [vouchers, requests] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)]
  await expect.element(vouchers.getByText('Vouchers given to you: 2')).toBeVisible()
  await expect.element(vouchers.getByText('1 March 2027 to 5 March 2027. Your address will be removed.')).toBeVisible()
  await expect.element(requests.getByText('12 March 2027. They will be erased.')).toBeVisible()
})

test('all of it is downloaded with the token of the page', async () => {
  const downloads = watchDownloads()
  const { inputsOf } = await openLink({ downloadAddressData: Response.json({}) })
  await button('Download').click()
  await expect.element(page.getByText(/^Downloaded\./)).toBeVisible()
  expect(downloads.names).toEqual(['my-address.json'])
  expect(inputsOf('downloadAddressData')).toEqual([{ addressTokenPayload: { token: 'page-token' } }])
  downloads.stop()
})

test('erasing asks for confirmation, and its result is shown', async () => {
  const { asked, inputsOf } = await openLink({ eraseAddress: { message: 'We are erasing your address.' } })
  await button('Erase…').click()
  await button('Keep it').click()
  expect(asked.some(({ call }) => call === 'eraseAddress')).toBe(false)
  await button('Erase…').click()
  await button('Erase my address').click()
  await expect.element(page.getByRole('status').getByText('We are erasing your address.')).toBeVisible()
  await expect.element(button('Download')).not.toBeInTheDocument()
  expect(inputsOf('eraseAddress')).toEqual([{ addressTokenPayload: { token: 'page-token' } }])
})

test('a failed erasure keeps the list, and says why', async () => {
  await openLink({ eraseAddress: new ApiError('unavailable', 'Please try again in a moment.') })
  await button('Erase…').click()
  await button('Erase my address').click()
  await expect.element(page.getByText('Please try again in a moment.')).toBeVisible()
  await expect.element(page.getByText('Vouchers given to you')).toBeVisible()
})

test('an expired or used link offers a new one', async () => {
  await openLink({ openAddressLink: expired, askAddressLink: { message: 'Check that inbox.' } })
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByLabelText('Your e-mail address').fill('ann@example.org')
  await button('Send me the link').click()
  await expect.element(page.getByText('Check that inbox.')).toBeVisible()
})

test('a page whose hour is over offers a new link and hides the data', async () => {
  await openLink({ downloadAddressData: expired })
  await button('Download').click()
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect.element(page.getByText('Vouchers given to you')).not.toBeInTheDocument()
})

test('while the link is being opened its button is busy, and it is opened once', async () => {
  const answer = Promise.withResolvers<AddressData>()
  const { asked } = await open('/address_data#token=abc', { answers: { openAddressLink: () => answer.promise } })
  await button('Show me').click()
  await expect.element(page.getByRole('button', { name: 'Show me' })).toHaveAttribute('aria-busy', 'true')
  answer.resolve(data)
  await expect.element(page.getByText('Vouchers given to you')).toBeVisible()
  await vi.waitFor(() => expect(asked.filter(({ call }) => call === 'openAddressLink')).toHaveLength(1))
})
