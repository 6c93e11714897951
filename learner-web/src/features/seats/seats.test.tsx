import { ApiError, type OrderSeat, type OrderSeats, type SeatReport } from '@flagyard/api-types'
import { utf16Of, windows1252Of } from '@flagyard/api-types/test-support/text-files'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { me } from '../../../test/me.ts'

const id = '00000000-0000-4000-8000-000000000009'
const address = `/orders/${id}/seats`

const content = (changes: Partial<OrderSeat['contents'][number]> = {}): OrderSeat['contents'][number] => ({
  voucher_id: '00000000-0000-4000-8000-00000000000a',
  kind: 'course',
  slug: 'aws',
  title: 'AWS Foundations',
  code: 'ABCDE-FGHJK-MNPQR-STVWX-YZ0123',
  state: 'available',
  used_by: null,
  used_at: null,
  progress: null,
  ...changes,
})
const seat = (number: number, changes: Partial<OrderSeat> = {}): OrderSeat => ({
  seat: number,
  state: 'free',
  recipient: null,
  mail: 'none',
  contents: [content()],
  version: number,
  ...changes,
})
const used = content({
  state: 'activated',
  used_by: 'Kim Lee',
  used_at: '2026-11-20T10:00:00.000Z',
  progress: {
    started_at: '2026-11-21T10:00:00.000Z',
    due_at: '2027-11-21T10:00:00.000Z',
    completed_at: null,
    certificate: null,
    effort: null,
  },
})
const order = (changes: Partial<OrderSeats> = {}): OrderSeats => ({
  order_id: id,
  number: 'FY-2026-000123',
  title: 'AWS Foundations',
  state: 'fulfilled',
  visibility: 'progress',
  gift: null,
  seats: [
    seat(1, { state: 'used', recipient: 'kim@team.example', mail: 'sent', contents: [used] }),
    seat(2, { state: 'assigned', recipient: 'typo@team.example', mail: 'undelivered' }),
    seat(3),
  ],
  ...changes,
})
const show = (answers: Answers = {}) =>
  open(address, { as: sessionOf(), answers: { listOrderSeats: order(), ...answers } })
const onWindow = async (width: number, height: number) => {
  const { innerWidth, innerHeight } = window
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
}

test('a table shows who has which seat, how far they are, and what the level shows', async () => {
  await onWindow(1280, 900)
  await show()
  await expect.element(page.getByText('Order FY-2026-000123: 3 seats, 1 used, 1 free.')).toBeVisible()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('Kim Lee').getByText('started on 21 November 2026', { exact: false })).toBeVisible()
  await expect.element(row('Kim Lee').getByText('open until 21 November 2027', { exact: false })).toBeVisible()
  await expect.element(row('typo@team.example').getByText('E-mail bounced')).toBeVisible()
  await expect.element(row('Not assigned').getByRole('button', { name: 'Assign seat 3' })).toBeVisible()
  expect(row('Kim Lee').getByRole('button').elements()).toHaveLength(0)
  await expect
    .element(page.getByText('Minutes and points are shown only if they agree', { exact: false }))
    .toBeVisible()
  await expectAccessible()
})

test('on a phone the seats are cards, nothing is wider than the window, and axe finds nothing', async () => {
  await onWindow(390, 844)
  await show()
  await expect.element(page.getByRole('article').filter({ hasText: 'Kim Lee' })).toBeVisible()
  expect(page.getByRole('table').elements()).toHaveLength(0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('a seat is assigned with the keyboard only, with the version that was seen', async () => {
  const { inputsOf } = await show({ assignSeat: { message: 'The seat is on its way to new@team.example.' } })
  await expect.element(page.getByRole('button', { name: 'Assign seat 3' })).toBeVisible()
  ;(page.getByRole('button', { name: 'Assign seat 3' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const field = page.getByLabelText('E-mail address')
  await expect.element(field).toBeVisible()
  ;(field.element() as HTMLElement).focus()
  await userEvent.keyboard('new@team.example{Enter}')
  await expect.element(page.getByText('The seat is on its way to new@team.example.')).toBeVisible()
  expect(inputsOf('assignSeat')).toMatchObject([{ seatAssignment: { version: 3, email: 'new@team.example' } }])
})

test('a seat that changed meanwhile says so', async () => {
  await show({
    assignSeat: new ApiError('stale_version', 'This seat was changed in the meantime. Reload and try again.'),
  })
  await page.getByRole('button', { name: 'Reassign seat 2' }).click()
  await page.getByRole('button', { name: 'Assign the seat' }).click()
  await expect.element(page.getByText('This seat was changed in the meantime. Reload and try again.')).toBeVisible()
})

test('pasted addresses are checked first, errors are said row by row, and then they are given out', async () => {
  const report = (changes: Partial<SeatReport>): SeatReport => ({ given: 0, free: 1, rows: [], ...changes })
  const bad = report({
    rows: [{ line: 1, email: 'kim@team.example', error: 'They already have a seat of this order' }],
  })
  const good = report({ given: 1, free: 0, rows: [{ line: 1, email: 'lea@team.example', error: null }] })
  const reports = [bad, good, good]
  const { inputsOf } = await show({ assignSeats: () => reports.shift()! })
  await page.getByRole('button', { name: 'Assign seats' }).click()
  const field = page.getByLabelText('E-mail addresses')
  await field.fill('kim@team.example')
  await page.getByRole('button', { name: 'Check the addresses' }).click()
  await expect.element(page.getByText('They already have a seat of this order', { exact: false })).toBeVisible()
  await field.fill('Lea <lea@team.example>')
  await page.getByRole('button', { name: 'Check the addresses' }).click()
  await expect.element(page.getByText('1 seat will be assigned; 0 will stay free.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Assign 1 seat' }).click()
  await expect.element(page.getByText('1 seat assigned.')).toBeVisible()
  expect(inputsOf('assignSeats')).toMatchObject([
    { seatAssignments: { recipients: ['kim@team.example'], dry_run: true } },
    { seatAssignments: { recipients: ['lea@team.example'], dry_run: true } },
    { seatAssignments: { recipients: ['lea@team.example'], dry_run: false } },
  ])
})

test('addresses come from a CSV file, too, in whatever encoding', async () => {
  await show()
  await page.getByRole('button', { name: 'Assign seats' }).click()
  for (const [bytes, name] of [
    [utf16Of('name,email\nMüller,ann@team.example\n'), 'Müller'],
    [windows1252Of('name,email\nJosé,ann@team.example\n'), 'José'],
  ] as const) {
    await page.getByLabelText('E-mail addresses').fill('')
    await page.getByLabelText('Or choose a CSV file').upload(new File([bytes], 'team.csv', { type: 'text/csv' }))
    await expect.element(page.getByLabelText('E-mail addresses')).toHaveValue(`name,email\n${name},ann@team.example\n`)
  }
  await expect.element(page.getByText('1 address.')).toBeVisible()
})

test('what came back is corrected in one go', async () => {
  const { inputsOf } = await show({ correctSeats: { given: 1, free: 1, rows: [{ line: 1, email: 'x', error: null }] } })
  await expect.element(page.getByText('One e-mail bounced.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Correct addresses' }).click()
  await page.getByLabelText('Seat 2').fill('right@team.example')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText('1 address corrected.')).toBeVisible()
  expect(inputsOf('correctSeats')).toMatchObject([
    { seatCorrections: { corrections: [{ seat: 2, version: 2, email: 'right@team.example' }] } },
  ])
})

test('a gift that waits shows its day, and can change; afterwards it cannot', async () => {
  const gift = { at: '2026-12-24T09:00:00.000Z', waits: true, message: 'Merry Christmas' }
  const { inputsOf } = await show({
    listOrderSeats: order({ gift }),
    updateGift: new ApiError('invalid', 'Please correct it.', {
      errors: [{ field: 'on', message: 'This day is over' }],
    }),
  })
  await expect
    .element(page.getByText('It will be sent on 24 December 2026 at 09:00 UTC.', { exact: false }))
    .toBeVisible()
  expect(page.getByRole('button', { name: /^Remind/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Change date or message' }).click()
  await page.getByLabelText('Date').fill('2026-11-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('This day is over')).toBeVisible()
  expect(inputsOf('updateGift')).toMatchObject([{ giftUpdate: { on: '2026-11-01', message: 'Merry Christmas' } }])
})

test('loading, failing and having none are said', async () => {
  await show({ listOrderSeats: new ApiError('conflict', 'This order has no seats to pass on yet.') })
  await expect.element(page.getByText('This order has no seats to pass on yet.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a learner reads on the profile who sees what, and agrees to more, or no longer', async () => {
  const mine = {
    voucher_id: content().voucher_id,
    kind: 'course' as const,
    slug: 'aws',
    title: 'AWS Foundations',
    with: 'Team Ltd',
    visibility: 'progress' as const,
    shares_effort: false,
  }
  const { inputsOf } = await open('/profile?section=data', {
    as: sessionOf(),
    answers: {
      getMe: me,
      listMyExports: [],
      listMySharing: [mine],
      updateMySharing: { ...mine, shares_effort: true },
    },
  })
  await expect
    .element(page.getByText('Team Ltd paid for it and can see when you start', { exact: false }))
    .toBeVisible()
  const consent = page.getByLabelText('Team Ltd may also see my minutes and points')
  await expect.element(consent).not.toBeChecked()
  await consent.click()
  await expect.element(consent).toBeChecked()
  expect(inputsOf('updateMySharing')).toMatchObject([
    { voucher_id: mine.voucher_id, sharingUpdate: { shares_effort: true } },
  ])
})
