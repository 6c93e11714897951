import { ApiError, type Organisation, type OrganisationOrder, type OrganisationSeats } from '@flagyard/api-types'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'

const id = '00000000-0000-4000-8000-000000000021'
const order_id = '00000000-0000-4000-8000-000000000009'
const invitation = {
  ...{ id: '00000000-0000-4000-8000-000000000022', email: 'kim@work.example', invited_by: 'Ada Lovelace' },
  ...{ sent_at: '2026-11-20T10:00:00.000Z', expires_at: '2026-12-04T10:00:00.000Z', expired: false },
}
const me = sessionOf()
const organisation = (changes: Partial<Organisation> = {}): Organisation => ({
  ...{ id, name: 'Nordlicht GmbH', kind: 'business', country: 'DE', tax_id: 'DE123', tax_id_state: 'invalid' },
  ...{ address: 'Hafenstraße 1, Hamburg', reference: null, invoice_email: null, version: 3 },
  created_at: '2026-11-01T10:00:00.000Z',
  managers: [
    { username: me.user.username, full_name: 'Ada Lovelace', joined_at: '2026-11-01T10:00:00.000Z' },
    { username: 'grace', full_name: 'Grace Hopper', joined_at: '2026-11-02T10:00:00.000Z' },
  ],
  invitations: [invitation],
  ...changes,
})
const seats = (changes: Partial<OrganisationSeats> = {}): OrganisationSeats => ({
  total: 2,
  states: { free: 1, assigned: 0, used: 1, expired: 0, suspended: 0, revoked: 0 },
  seats: [1, 2].map((seat) => ({
    ...{ order_id, order_number: 'FY-2026-000123', seat, version: seat, visibility: 'progress', waits_until: null },
    ...(seat === 1
      ? { state: 'used', recipient: 'lee@team.example', mail: 'sent' }
      : { state: 'free', recipient: null, mail: 'none' }),
    contents: [
      {
        ...{ voucher_id: order_id, kind: 'course', slug: 'aws', title: 'AWS Foundations' },
        ...(seat === 1
          ? {
              ...{ state: 'activated', used_by: 'Kim Lee', used_at: '2026-11-20T10:00:00.000Z' },
              progress: {
                ...{ started_at: '2026-11-21T10:00:00.000Z', due_at: null, completed_at: null, certificate: null },
                effort: null,
              },
            }
          : { state: 'available', used_by: null, used_at: null, progress: null }),
      },
    ],
  })) as OrganisationSeats['seats'],
  ...changes,
})
const show = (tab: string, answers: Answers = {}) =>
  open(`/organisations/${id}?tab=${tab}`, {
    as: me,
    answers: {
      getOrganisation: organisation(),
      listOrganisationSeats: seats(),
      listOrganisationOrders: [],
      ...answers,
    },
  })
const onWindow = async (width: number, height: number) => {
  const { innerWidth, innerHeight } = window
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
}

test('a user without an organisation reads what it is for, and adds one', async () => {
  const { path, inputsOf } = await open('/organisations', {
    as: me,
    answers: { listMyOrganisations: [], createOrganisation: organisation(), listOrganisationSeats: seats() },
  })
  await expect.element(page.getByRole('heading', { name: 'No organisation yet' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Add an organisation' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('Nordlicht GmbH')
  await page.getByLabelText('Country (optional)').selectOptions('DE')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(path).toBe(`/organisations/${id}`)
  expect(inputsOf('createOrganisation')[0]).toMatchObject({
    organisationInput: { name: 'Nordlicht GmbH', kind: 'business', country: 'DE', tax_id: null },
  })
})

test('the seats of all orders are in one table, searched by the server, and can be assigned there', async () => {
  await onWindow(1280, 900)
  const { inputsOf } = await show('seats', { assignSeat: { message: 'The seat is on its way.' } })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('Kim Lee').getByText('started on 21 November 2026', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('Show').selectOptions('free')
  await expect.poll(() => inputsOf('listOrganisationSeats').at(-1)).toMatchObject({ id, state: 'free' })
  await row('Not assigned').getByRole('button', { name: 'Assign seat 2 of FY-2026-000123' }).click()
  await page.getByRole('dialog').getByLabelText('E-mail address').fill('new@team.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Assign the seat' }).click()
  await expect
    .poll(() => inputsOf('assignSeat'))
    .toEqual([{ id: order_id, seat: '2', seatAssignment: { version: 2, email: 'new@team.example' } }])
})

test('on a phone the seats are cards, and nothing is wider than the window', async () => {
  await onWindow(390, 844)
  await show('seats')
  await expect.element(page.getByRole('article').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('without seats it says how to get some; when they do not come, it can be tried again', async () => {
  const states = { free: 0, assigned: 0, used: 0, expired: 0, suspended: 0, revoked: 0 }
  await show('seats', { listOrganisationSeats: seats({ seats: [], total: 0, states }) })
  await expect.element(page.getByRole('heading', { name: 'No seats yet' })).toBeVisible()
  let tries = 0
  await show('seats', {
    listOrganisationSeats: () => {
      tries += 1
      if (tries === 1) throw new ApiError('unexpected', 'Not now.')
      return seats()
    },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Kim Lee').first()).toBeVisible()
})

test('orders are listed with their buyers and documents', async () => {
  const money = (amount: number) => ({ amount, currency: 'EUR' })
  const order: OrganisationOrder = {
    ...{ id: order_id, number: 'FY-2026-000123', state: 'fulfilled', title: 'AWS Foundations', kind: 'course' },
    ...{ slug: 'aws', quantity: 10, gift: false, lines: [], discount: money(0), total: money(149000) },
    ...{ refunded: money(0), gift_message: null, gift_on: null, visibility: 'seats', has_seats: true, refunds: [] },
    has_pro_forma: false,
    ...{ pay_by: 'card', due_at: null, tax: money(0), tax_lines: [], paid_at: '2026-11-21T10:00:00.000Z', next: null },
    ...{ created_at: '2026-11-21T10:00:00.000Z', organisation: { id, name: 'Nordlicht GmbH' } },
    documents: [
      {
        id: order_id,
        number: 'INV-2026-000007',
        kind: 'invoice',
        issued_at: '2026-11-21T10:00:00.000Z',
        total: money(1),
      },
    ],
    bought_by: 'Grace Hopper',
  } as OrganisationOrder
  await show('orders', { listOrganisationOrders: [order] })
  await expect.element(page.getByText('ordered by Grace Hopper', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Invoice INV-2026-000007' })).toBeVisible()
  await expectAccessible()
  await show('orders')
  await expect.element(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
})

test('managers are invited, reminded and removed; leaving asks for confirmation', async () => {
  const single = organisation({ managers: organisation().managers.slice(0, 1), invitations: [] })
  const { inputsOf, path } = await show('managers', {
    ...{ inviteManager: organisation(), revokeInvitation: organisation({ invitations: [] }), removeManager: null },
    listMyOrganisations: [],
  })
  await expectAccessible()
  await page.getByRole('button', { name: 'Send again to kim@work.example' }).click()
  await expect.element(page.getByText('The earlier link no longer works', { exact: false })).toBeVisible()
  await page.getByLabelText('E-mail address').fill('lin@work.example')
  await page.getByRole('button', { name: 'Send an invitation' }).click()
  await expect
    .poll(() => inputsOf('inviteManager').map((input) => input?.managerInvitation))
    .toEqual([{ email: 'kim@work.example' }, { email: 'lin@work.example' }])
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => inputsOf('removeManager')).toEqual([{ id, username: 'grace' }])
  await page.getByRole('button', { name: 'Leave Nordlicht GmbH' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect.poll(path).toBe('/organisations')
  await show('managers', { getOrganisation: single })
  await expect.element(page.getByText('You are the only manager.', { exact: false })).toBeVisible()
})

test('details are saved by their version, and an invalid tax id says what follows', async () => {
  const { inputsOf } = await show('details', { updateOrganisation: organisation({ version: 4, name: 'Nordlicht SE' }) })
  await expect.element(page.getByText('This ID is not valid in that country', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('Name', { exact: true }).fill('Nordlicht SE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nordlicht SE' })).toBeVisible()
  expect(inputsOf('updateOrganisation')[0]).toMatchObject({ organisationEdit: { version: 3, name: 'Nordlicht SE' } })
})

test('an invitation says to what, as whom it is accepted, and leads there; its token leaves the address', async () => {
  const preview = { organisation: 'Nordlicht GmbH', invited_by: 'Grace Hopper', email: 'kim@work.example' }
  const { path, inputsOf } = await open('/accept_invitation#token=secret', {
    as: me,
    answers: {
      previewInvitation: { ...preview, expires_at: invitation.expires_at, joined: false },
      acceptInvitation: { organisation_id: id, organisation: 'Nordlicht GmbH' },
      ...{ getOrganisation: organisation(), listOrganisationSeats: seats() },
    },
  })
  await expect.element(page.getByText('Grace Hopper invites you to manage it', { exact: false })).toBeVisible()
  await expect.element(page.getByText(me.user.username).last()).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect.poll(path).toBe(`/organisations/${id}`)
  expect(inputsOf('acceptInvitation')).toEqual([{ invitationToken: { token: 'secret' } }])
})

test('an invitation that no longer works says so, and a link without its token too', async () => {
  await open('/accept_invitation#token=old', {
    as: me,
    answers: {
      previewInvitation: () => {
        throw new ApiError('token_unusable', 'This invitation no longer works.')
      },
    },
  })
  await expect.element(page.getByText('This invitation no longer works.')).toBeVisible()
  await open('/accept_invitation', { as: me, answers: {} })
  await expect.element(page.getByText('This link is incomplete', { exact: false })).toBeVisible()
})
