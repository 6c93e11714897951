import type { OrganisationPage, OrganisationRow } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { orderRow, organisationRow, sessionOf, voucherRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-000000000021'
const details = organisationRow({ id, tax_id: 'DE123', tax_id_state: 'invalid' })
const row: OrganisationRow = { ...details, managers: 2, invitations: 1 }
const manager = (username: string) => ({
  username,
  full_name: `${username} of Nordlicht`,
  email: `${username}@nordlicht.example`,
  joined_at: '2026-11-01T10:00:00.000Z',
})
const organisation = (changes: Partial<OrganisationPage> = {}): OrganisationPage => ({
  ...details,
  managers: [manager('ada'), manager('grace')],
  invitations: [
    {
      id: '00000000-0000-4000-8000-000000000022',
      email: 'kim@nordlicht.example',
      invited_by: 'Ada',
      sent_at: '2026-11-20T10:00:00.000Z',
      expires_at: '2026-12-04T10:00:00.000Z',
      expired: false,
    },
  ],
  tax_id_check: null,
  allowed: ['invite', 'revoke_invitation', 'remove_manager'],
  ...changes,
})
const address = `/admin/organisations/${id}`

test('lists organisations with their managers, and filters those without any', async () => {
  const { inputsOf, ...page } = await openAdmin('/admin/organisations', { answers: { listOrganisations: [row] } })
  await expect.element(page.getByRole('link', { name: 'Nordlicht GmbH' })).toBeVisible()
  await expect.element(page.getByText('2, 1 invited')).toBeVisible()
  await page.getByRole('button', { name: 'No managers' }).click()
  await expect.poll(() => String(inputsOf('listOrganisations').at(-1)?.filter)).toContain('"unmanaged":true')
})

test('finance edits details, and invites, revokes and removes managers', async () => {
  const { inputsOf, ...page } = await openAdmin(address, {
    answers: {
      getOrganisationForAdmin: organisation(),
      updateOrganisationForAdmin: organisation({ version: 4 }),
      inviteManagerForAdmin: organisation(),
      revokeInvitationForAdmin: organisation(),
      removeManagerForAdmin: organisation(),
    },
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Nordlicht SE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => inputsOf('updateOrganisationForAdmin')[0])
    .toEqual({ id, organisationEdit: { version: 3, name: 'Nordlicht SE' } })
  await page.getByRole('button', { name: 'Revoke the invitation to kim@nordlicht.example' }).click()
  await expect.poll(() => inputsOf('revokeInvitationForAdmin')).toHaveLength(1)
  await page.getByRole('button', { name: 'Invite manager…' }).click()
  await page.getByLabelText('E-mail address').fill('lin@nordlicht.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect
    .poll(() => inputsOf('inviteManagerForAdmin')[0])
    .toEqual({ id, managerInvitation: { email: 'lin@nordlicht.example' } })
  await page.getByRole('button', { name: 'Remove…' }).first().click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Left the company')
  await page.getByRole('button', { name: 'Remove manager' }).click()
  await expect
    .poll(() => inputsOf('removeManagerForAdmin')[0])
    .toEqual({ id, username: 'ada', managerRemoval: { reason: 'Left the company' } })
})

test('finance confirms a tax ID, and sees who confirmed it and when', async () => {
  const valid = { tax_id: 'DE136695976', tax_id_state: 'valid' as const }
  const { inputsOf, ...page } = await openAdmin(address, {
    answers: {
      getOrganisationForAdmin: organisation({ ...valid, allowed: ['check_tax_id'] }),
      saveTaxIdCheck: organisation({ ...valid, tax_id_check: { at: '2026-11-20T10:00:00.000Z', by: 'fina' } }),
    },
  })
  const card = page.getByRole('region', { name: 'Tax ID' })
  await expect.element(card.getByText('not the tax office’s records', { exact: false })).toBeVisible()
  await card.getByRole('button', { name: 'Confirm tax ID…' }).click()
  expect(inputsOf('saveTaxIdCheck'), 'asked first').toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect
    .poll(() => inputsOf('saveTaxIdCheck'))
    .toEqual([{ id, taxIdCheckInput: { tax_id: 'DE136695976', country: 'DE' } }])
})

test('shows who confirmed a tax ID; an invalid one cannot be confirmed', async () => {
  const checked = await openAdmin(address, {
    as: sessionOf({ capabilities: ['support'] }),
    answers: {
      getOrganisationForAdmin: organisation({
        tax_id: 'DE136695976',
        tax_id_state: 'valid',
        allowed: [],
        tax_id_check: { at: '2026-11-20T10:00:00.000Z', by: 'fina' },
      }),
    },
  })
  const card = checked.getByRole('region', { name: 'Tax ID' })
  await expect.element(card.getByText('on 20 Nov 2026, manually by fina')).toBeVisible()
  await expect.element(card.getByRole('link', { name: 'fina' })).toHaveAttribute('href', '/admin/users/fina')
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
  await checked.unmount()
  const invalid = await openAdmin(address, { answers: { getOrganisationForAdmin: organisation() } })
  await expect.element(invalid.getByText('VAT is charged', { exact: false })).toBeVisible()
  await expect.element(invalid.getByRole('button', { name: 'Confirm tax ID…' })).not.toBeInTheDocument()
})

test('lists orders and vouchers of an organisation by its ID', async () => {
  const answers = {
    getOrganisationForAdmin: organisation(),
    listOrders: [orderRow(1)],
    listVouchers: [voucherRow('ABCDE-FGHJK-MNPQR-STVWX-YZ0123')],
  }
  const orders = await openAdmin(`${address}/orders`, { answers })
  await expect.element(orders.getByText('FY-2026-000001')).toBeVisible()
  expect(String(orders.inputsOf('listOrders').at(-1)?.filter)).toContain(`"organisation_id":"${id}"`)
  await orders.unmount()
  const vouchers = await openAdmin(`${address}/vouchers`, { answers })
  await expect.element(vouchers.getByText('ABCDE-FGHJK-MNPQR-STVWX-YZ0123')).toBeVisible()
  expect(String(vouchers.inputsOf('listVouchers').at(-1)?.filter)).toContain(`"organisation_id":"${id}"`)
})

test('support has read access only; the last manager cannot be removed', async () => {
  const support = await openAdmin(address, {
    as: sessionOf({ capabilities: ['support'] }),
    answers: { getOrganisationForAdmin: organisation({ allowed: [] }) },
  })
  await expect.element(support.getByText('kim@nordlicht.example', { exact: false })).toBeVisible()
  await expect.element(support.getByText('DE123 (not valid for that country)')).toBeVisible()
  for (const name of ['Save', 'Invite manager…', 'Remove…', 'Send again to kim@nordlicht.example'])
    await expect.element(support.getByRole('button', { name })).not.toBeInTheDocument()
  await support.unmount()
  const finance = await openAdmin(address, {
    answers: {
      getOrganisationForAdmin: organisation({
        managers: [],
        invitations: [],
        allowed: ['invite', 'revoke_invitation'],
      }),
    },
  })
  await expect.element(finance.getByText('No managers yet.', { exact: false })).toBeVisible()
})
