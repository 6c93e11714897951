import { ApiError, type OrderQuote } from '@flagyard/api-types'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { course } from '../../../test/classroom.ts'
import { legalHead } from '../../../test/legal.ts'
import { me } from '../../../test/me.ts'

const order_id = '00000000-0000-4000-8000-000000000009'
const checkout = { order_id, state: 'awaiting_payment', checkout_url: `/checkout/${order_id}` }
const money = (amount: number) => ({ amount, currency: 'EUR' })
const none = { listMyCourses: [], listMyLabs: [], listMyExams: [], listMyOrganisations: [] }
const quote = (total: number): OrderQuote => ({
  ...{ unit: money(14900), discount: money(0), net: money(Math.round(total / 1.19)), total: money(total), owned: [] },
  tax: money(total - Math.round(total / 1.19)),
  ...{ tax_lines: [], tax_included: true, tax_id: 'not_given', country_doubted: false, pay_by: ['card', 'transfer'] },
})
const answerQuote = ({ orderQuoteAsk: { quantity } }: { orderQuoteAsk: { quantity: number } }) =>
  quote(14900 * quantity)
const show = (address: string, answers: Answers = {}) =>
  open(address, {
    as: sessionOf(),
    answers: {
      getMe: { ...me, country: 'DE' },
      getCourse: course,
      ...none,
      quoteOrder: answerQuote,
      purchaseCourse: checkout,
      ...answers,
    },
  })
const accept = () => page.getByRole('checkbox', { name: /^I accept the terms/ }).click()
const pay = () => page.getByRole('button', { name: 'Continue to payment' }).click()
const payload = (input: Record<string, unknown> | undefined) =>
  input?.purchaseCoursePayload as Record<string, unknown> | undefined

test('for oneself it is one seat; without the terms nothing is ordered', async () => {
  const { path, inputsOf } = await show('/buy/course/aws')
  await expect.element(page.getByRole('heading', { level: 1, name: `Buy ${course.title}` })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'For me' })).toBeChecked()
  await expect.element(page.getByText('Total, incl. VAT')).toBeVisible()
  await pay()
  await expect.element(page.getByText('Read and accept the terms first')).toBeVisible()
  expect(inputsOf('purchaseCourse')).toEqual([])
  await accept()
  await pay()
  await expect.poll(path).toBe(`/checkout/${order_id}`)
  expect(inputsOf('purchaseCourse').map(payload)).toEqual([
    { slug: 'aws', quantity: 1, terms: '2', billing: { kind: 'private', country: 'DE' } },
  ])
})

test('terms that changed since the page was loaded are shown, and accepted anew', async () => {
  const message = 'The terms have changed. Read the new version and accept it.'
  const refusal = new ApiError('invalid', message, {
    errors: [{ field: 'terms', message }],
    extra: { legal_page: 'terms', version: 3 },
  })
  const lists = [[legalHead('terms', 2)], [legalHead('terms', 3)]]
  const replies: unknown[] = [refusal, checkout]
  const { path, inputsOf } = await show('/buy/course/aws', {
    listLegalPages: () => lists.shift(),
    purchaseCourse: () => replies.shift(),
  })
  await accept()
  await pay()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /terms of 1 March 2027/ })).not.toBeChecked()
  await accept()
  await pay()
  await expect.poll(path).toBe(`/checkout/${order_id}`)
  expect(inputsOf('purchaseCourse').map((input) => payload(input)?.terms)).toEqual(['2', '3'])
})

test('without published terms and returns, nothing is accepted or promised', async () => {
  const { path, inputsOf } = await show('/buy/course/aws', { listLegalPages: [] })
  await expect.element(page.getByText('Total, incl. VAT')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /terms/ })).not.toBeInTheDocument()
  await expect.element(page.getByText(/withdraw|return/)).not.toBeInTheDocument()
  await pay()
  await expect.poll(path).toBe(`/checkout/${order_id}`)
  expect(payload(inputsOf('purchaseCourse')[0])).not.toHaveProperty('terms')
})

test('on a wide screen the price is next to the fields that change it, and on a phone below them', async () => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(1280, 800)
  await show('/buy/course/aws')
  const cost = page.getByRole('heading', { name: 'Price' })
  const left = () => cost.element().getBoundingClientRect().left
  await expect.element(cost).toBeInViewport()
  expect(left()).toBeGreaterThan(640)
  await expectAccessible()
  await page.viewport(375, 800)
  await expect.poll(left).toBeLessThan(100)
})

test('seats for a team: recipients pasted, what one sees, and the company on the invoice', async () => {
  const { path, inputsOf } = await show('/buy/course/aws?for=others')
  await page.getByLabelText('Recipients (optional)').fill('Ann <ann@team.example>\nbo@team.example')
  await expect.element(page.getByLabelText('Number of seats')).toHaveValue(2)
  await page.getByLabelText('Number of seats').fill('3')
  await expect.element(page.getByText('3 seats at €149')).toBeVisible()
  await expect.element(page.getByText('€447').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Also their progress' }).click()
  await page.getByRole('checkbox', { name: 'I am buying for a company or public body' }).click()
  await page.getByLabelText('Company', { exact: true }).fill('Team Ltd')
  await page.getByLabelText('Address').fill('Main Street 1, Berlin')
  await page.getByLabelText('Country (optional)').selectOptions('DE')
  await page.getByLabelText('VAT or tax id (optional)').fill('DE123456789')
  await page.getByRole('radio', { name: 'By bank transfer' }).click()
  await accept()
  await pay()
  await expect.poll(path).toBe(`/checkout/${order_id}`)
  expect(inputsOf('purchaseCourse').map(payload)).toEqual([
    {
      slug: 'aws',
      terms: '2',
      pay_by: 'transfer',
      quantity: 3,
      gift: true,
      visibility: 'progress',
      recipients: ['ann@team.example', 'bo@team.example'],
      billing: {
        company: 'Team Ltd',
        address: 'Main Street 1, Berlin',
        kind: 'business',
        country: 'DE',
        tax_id: 'DE123456789',
      },
    },
  ])
})

test('a transfer asks for the company’s country, by which the tax goes, and says how far a tax id is checked', async () => {
  const { inputsOf } = await show('/buy/course/aws?for=others')
  await page.getByRole('checkbox', { name: 'I am buying for a company or public body' }).click()
  await page.getByLabelText('Company', { exact: true }).fill('Team Ltd')
  await page.getByLabelText('Address').fill('Main Street 1, Berlin')
  await page.getByRole('radio', { name: 'By bank transfer' }).click()
  await accept()
  await pay()
  await expect.element(page.getByText('We check its format', { exact: false })).toBeVisible()
  expect(inputsOf('purchaseCourse')).toEqual([])
  await page.getByLabelText('Country', { exact: true }).selectOptions('AT')
  await pay()
  await expect
    .poll(() => inputsOf('purchaseCourse').map(payload))
    .toMatchObject([{ pay_by: 'transfer', billing: { company: 'Team Ltd', country: 'AT', kind: 'business' } }])
})

const paidBy = (...pay_by: OrderQuote['pay_by']): Answers => ({
  quoteOrder: (asked: Parameters<typeof answerQuote>[0]) => ({ ...answerQuote(asked), pay_by }),
})
const payButton = () => page.getByRole('button', { name: 'Continue to payment' })

test('where no card is taken, companies pay by transfer', async () => {
  await show('/buy/course/aws', paidBy('transfer'))
  await expect.element(page.getByText('At the moment we only accept bank transfers', { exact: false })).toBeVisible()
  await expect.element(payButton()).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I am buying for a company or public body' }).click()
  await expect.element(page.getByRole('radio', { name: 'By bank transfer' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Pay now' })).not.toBeInTheDocument()
  await expect.element(payButton()).toBeEnabled()
})

test('where nothing can be paid, the page says so before anything is sent', async () => {
  await show('/buy/course/aws', paidBy())
  await expect.element(page.getByText('We cannot take payments at the moment', { exact: false })).toBeVisible()
  await expect.element(payButton()).toBeDisabled()
})

test('a gift has words and a day', async () => {
  const { inputsOf } = await show('/buy/course/aws?for=others', {
    purchaseCourse: new ApiError('invalid', 'Please correct it.', {
      errors: [{ field: 'gift_on', message: 'This day is over' }],
    }),
  })
  expect(page.getByLabelText('Send on (optional)').elements()).toHaveLength(0)
  await page.getByLabelText('Recipients (optional)').fill('kim@friend.example')
  await page.getByLabelText('Message to the recipients (optional)').fill('Happy birthday!')
  await page.getByLabelText('Send on (optional)').fill('2026-12-24')
  await accept()
  await pay()
  await expect.element(page.getByText('This day is over')).toBeVisible()
  expect(inputsOf('purchaseCourse').map(payload)).toMatchObject([
    { gift_message: 'Happy birthday!', gift_on: '2026-12-24', recipients: ['kim@friend.example'] },
  ])
})

test('rows with a mistake are named, and nothing is ordered until they are right', async () => {
  const { inputsOf } = await show('/buy/course/aws?for=others')
  await page.getByLabelText('Recipients (optional)').fill('ann@team.example\nno address')
  await accept()
  await pay()
  await expect.element(page.getByText('Correct these rows first')).toBeVisible()
  await expect.element(page.getByText('There is no e-mail address in it', { exact: false })).toBeVisible()
  expect(inputsOf('purchaseCourse')).toEqual([])
})

test('an owner can buy it only for others', async () => {
  const mine = { listMyBundles: [{ slug: 'both', owned: ['aws'], price: { amount: 9900, currency: 'EUR' } }] }
  const { description, price } = { description: '', price: { amount: 9900, currency: 'EUR' } }
  const part = { slug: 'aws', title: 'AWS', subtitle: '', level: 'beginner', price, access_days: null }
  await show('/buy/bundle/both', {
    listBundles: [{ slug: 'both', title: 'Both', description, price, status: 'published', courses: [part] }],
    ...mine,
  })
  await expect.element(page.getByRole('radio', { name: 'For me' })).toBeDisabled()
  await expect.element(page.getByRole('radio', { name: 'For others' })).toBeChecked()
  await expect.element(page.getByText('You have this bundle already.')).toBeVisible()
})

test('what is not for sale says so', async () => {
  await show('/buy/nonsense/aws')
  await expect.element(page.getByText('Nothing is for sale here')).toBeVisible()
})

test('on a phone nothing is wider than the window, axe finds nothing, and the keyboard does it all', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  const { path } = await show('/buy/course/aws?for=others')
  await expect.element(page.getByLabelText('Number of seats')).toBeVisible()
  await page.getByLabelText('Recipients (optional)').fill('no address')
  await page.getByRole('checkbox', { name: 'I am buying for a company or public body' }).click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
  const me = page.getByRole('radio', { name: 'For others' }).element() as HTMLElement
  me.focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('radio', { name: 'For me' })).toBeChecked()
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ })
  ;(terms.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  ;(page.getByRole('button', { name: 'Continue to payment' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe(`/checkout/${order_id}`)
})

test('a private buyer has to name a country, and reads why VAT is charged all the same', async () => {
  const { inputsOf } = await show('/buy/course/aws', {
    getMe: { ...me, country: null },
    quoteOrder: ({ orderQuoteAsk: { billing } }: { orderQuoteAsk: { billing: { country?: string } } }) => ({
      ...quote(14900),
      country_doubted: billing.country === 'US',
    }),
  })
  await accept()
  await pay()
  await expect.element(page.getByText('Choose the country where you live')).toBeVisible()
  expect(inputsOf('purchaseCourse')).toEqual([])
  await page.getByLabelText('Country', { exact: true }).selectOptions('US')
  await expect.element(page.getByText(/your profile does not list United States as your country/)).toBeVisible()
  await pay()
  await expect.poll(() => inputsOf('purchaseCourse').map(payload)).toMatchObject([{ billing: { country: 'US' } }])
})

test('the tax of a country is shown before the payment, and also if there is none', async () => {
  const home = { country: 'DE', rate: 1900, rule: 'home' as const, net: 12521, tax: 2379 }
  const reverse = { country: 'FR', rate: 0, rule: 'reverse_charge' as const, net: 12521, tax: 0 }
  await show('/buy/course/aws', {
    quoteOrder: ({ orderQuoteAsk: { billing } }: { orderQuoteAsk: { billing: { country?: string } } }) =>
      billing.country === 'FR'
        ? { ...quote(12521), tax: money(0), tax_lines: [reverse] }
        : { ...quote(14900), tax: money(2379), tax_lines: [home] },
  })
  await expect.element(page.getByText('Includes 19 % VAT (Germany)')).toBeVisible()
  await expect.element(page.getByText('€23.79')).toBeVisible()
  await page.getByLabelText('Country', { exact: true }).selectOptions('FR')
  await expect.element(page.getByText('Total, without VAT')).toBeVisible()
  await expect.element(page.getByText('€125.21')).toBeVisible()
  await expect.element(page.getByText(/reverse charge/)).toBeVisible()
})

test('for an organisation that one manages, its details are billed, with a reference of the order’s own', async () => {
  const organisation_id = '00000000-0000-4000-8000-000000000021'
  const mine = { id: organisation_id, name: 'Nordlicht GmbH', managers: 2, joined_at: '2026-11-01T10:00:00.000Z' }
  const { inputsOf, path } = await show('/buy/course/aws?for=others', { listMyOrganisations: [mine] })
  await page.getByRole('checkbox', { name: 'I am buying for a company or public body' }).click()
  await expect.element(page.getByLabelText('Organisation')).toHaveDisplayValue('Nordlicht GmbH')
  expect(page.getByLabelText('Company', { exact: true }).elements()).toEqual([])
  await page.getByLabelText('Your reference (optional)').fill('PO 77')
  await expect.poll(() => inputsOf('quoteOrder').at(-1)?.orderQuoteAsk).toMatchObject({ organisation_id })
  await expectAccessible()
  await accept()
  await pay()
  await expect.poll(path).toBe(`/checkout/${order_id}`)
  expect(payload(inputsOf('purchaseCourse')[0])).toMatchObject({ organisation_id, billing: { reference: 'PO 77' } })
  expect(payload(inputsOf('purchaseCourse')[0])).not.toMatchObject({ billing: { kind: expect.anything() } })
})

test('a company is saved as an organisation on request, and only once, even if the purchase fails', async () => {
  const organisation_id = '00000000-0000-4000-8000-000000000021'
  const details = {
    ...{ name: 'Team Ltd', kind: 'business', country: null, tax_id: null, address: 'Main Street 1', reference: null },
    invoice_email: null,
  }
  const made = {
    ...{ ...details, id: organisation_id, tax_id_state: 'not_given', created_at: '2026-11-01T10:00:00.000Z' },
    ...{ version: 1, managers: [], invitations: [] },
  }
  let isThere = false
  let tries = 0
  const { inputsOf, path } = await show('/buy/course/aws?for=others', {
    listMyOrganisations: () => (isThere ? [{ ...made, managers: 1, joined_at: made.created_at }] : []),
    createOrganisation: () => {
      isThere = true
      return made
    },
    purchaseCourse: () => {
      tries += 1
      if (tries === 1) throw new ApiError('conflict', 'Please try again.')
      return checkout
    },
  })
  await page.getByRole('checkbox', { name: 'I am buying for a company or public body' }).click()
  await page.getByLabelText('Company', { exact: true }).fill('Team Ltd')
  await page.getByLabelText('Address').fill('Main Street 1')
  await page.getByRole('checkbox', { name: 'Save as an organisation' }).click()
  await accept()
  await pay()
  await expect.element(page.getByText('Please try again.')).toBeVisible()
  await pay()
  await expect.poll(path).toBe(`/checkout/${order_id}`)
  expect(inputsOf('createOrganisation').map((input) => input?.organisationInput)).toEqual([details])
  expect(inputsOf('purchaseCourse').map((input) => payload(input))).toMatchObject([
    { organisation_id },
    { organisation_id },
  ])
})
