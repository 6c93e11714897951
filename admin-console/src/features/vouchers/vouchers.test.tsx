import type { VoucherBatch, VoucherBatchReport, VoucherPage, VoucherRevocationPreview } from '@flagyard/api-types'
import { utf16Of, windows1252Of } from '@flagyard/api-types/test-support/text-files'
import { expect, test, vi } from 'vitest'
import { ago, organisationRow, sessionOf, voucherRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const code = 'ABCDE-FGHJK-MNPQR-STVWX-012345'
const { id } = voucherRow(code)
const orderId = '00000000-0000-4000-8000-0000000000ab'
const batchId = '00000000-0000-4000-8000-0000000000ba'
const voucher = (changes: Partial<VoucherPage> = {}): VoucherPage => ({
  ...voucherRow(code, { order_id: orderId, order_number: 'FY-2026-7', buyer: 'nina', batch: batchId }),
  title: 'AWS Red Team Essentials',
  reason: null,
  opened: [],
  mails: [],
  ...changes,
})
const preview = (changes: Partial<VoucherRevocationPreview> = {}): VoucherRevocationPreview => ({
  unused: 1,
  losing: [],
  losing_total: 0,
  running: [],
  ...changes,
})

test('a voucher says who used it and when, which order it came from, and to whom it was mailed', async () => {
  const used = voucher({
    state: 'activated',
    used: 1,
    opened: [{ username: 'jon', at: ago(2), access: 'open', ends_at: null }],
    mails: [
      {
        id: batchId,
        to: 'jon@example.org',
        subject: 'A voucher for AWS',
        state: 'sent' as const,
        created_at: ago(3),
        sent_at: ago(3),
      },
      {
        id: orderId,
        to: 'lea@example.org',
        subject: 'A voucher for AWS',
        state: 'kept' as const,
        created_at: ago(3),
        sent_at: null,
      },
    ],
    allowed: ['revoke'],
  })
  const { getByRole } = await openAdmin(`/admin/vouchers/${id}`, { answers: { getVoucher: used } })
  await expect.element(getByRole('heading', { name: 'Voucher …-012345' })).toBeVisible()
  await expect.element(getByRole('link', { name: 'jon' })).toHaveAttribute('href', '/admin/users/jon')
  await expect.element(getByRole('link', { name: 'FY-2026-7' })).toHaveAttribute('href', `/admin/orders/${orderId}`)
  await expect.element(getByRole('region', { name: 'E-mails' }).getByText(/to jon@example\.org/)).toBeVisible()
  await expect
    .element(getByRole('region', { name: 'E-mails' }).getByRole('listitem').filter({ hasText: 'lea@example.org' }))
    .toMatchTextContent(/Not sent: no mail server · /)
  await expect.element(getByRole('button', { name: 'Send…' })).not.toBeInTheDocument()
})

test('revokes a voucher after a preview, with a choice for its running lab', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/vouchers/${id}`, {
    answers: {
      getVoucher: voucher(),
      previewVoucherRevocation: preview({
        losing: [{ username: 'jon', finished: false, keeps_access: false }],
        losing_total: 1,
        running: [{ kind: 'lab', username: 'jon', title: 'IAM lab', state: 'running' }],
      }),
      revokeVoucher: undefined,
    },
  })
  await getByRole('button', { name: 'Revoke…' }).click()
  await expect.element(getByRole('status').filter({ hasText: 'jon: the lab IAM lab is running.' })).toBeVisible()
  await getByRole('textbox', { name: 'Reason' }).fill('Refunded')
  await expect.element(getByRole('button', { name: 'Revoke voucher' })).toBeDisabled()
  await getByRole('radio', { name: /Let them finish/ }).click()
  await getByRole('button', { name: 'Revoke voucher' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('revokeVoucher')).toEqual([
      { voucher_id: id, voucherRevocation: { version: 1, reason: 'Refunded', running: 'run_out' } },
    ]),
  )
})

test('a batch is looked at before it is made, and a wrong line is named', async () => {
  const wrong: VoucherBatchReport = {
    batch: null,
    title: 'AWS Red Team Essentials',
    count: 2,
    recipients: 2,
    refused: 1,
    rows: [{ line: 2, email: 'not-an-address', error: 'This is not an e-mail address' }],
  }
  const right = { ...wrong, refused: 0, rows: [] }
  const { getByRole, getByLabelText, inputsOf, path } = await openAdmin('/admin/vouchers/create', {
    answers: {
      listCourseChoices: [{ id: batchId, slug: 'aws', title: 'AWS Red Team Essentials', status: 'published' }],
      createCourseVouchers: (input: unknown) => {
        const { recipients_csv, dry_run } = (input as { courseVoucher: { recipients_csv: string; dry_run: boolean } })
          .courseVoucher
        return recipients_csv.includes('not-an') ? wrong : { ...right, batch: dry_run ? null : batchId }
      },
      getVoucherBatch: batch(),
      listVouchers: [],
    },
  })
  await getByRole('combobox', { name: 'Product' }).click()
  await getByRole('option', { name: 'AWS Red Team Essentials' }).click()
  const recipients = getByRole('textbox', { name: 'Recipients' })
  const file = getByLabelText('Recipients file')
  for (const [bytes, name] of [
    [utf16Of('name,email\nMüller,ann@example.org'), 'Müller'],
    [windows1252Of('name,email\nJosé,ann@example.org'), 'José'],
  ] as const) {
    await file.upload(new File([bytes], 'team.csv', { type: 'text/csv' }))
    await expect.element(recipients).toHaveValue(`name,email\n${name},ann@example.org`)
  }
  await recipients.fill('ann@example.org\nnot-an-address')
  await getByRole('button', { name: 'Preview' }).click()
  await expect.element(getByRole('listitem').filter({ hasText: 'This is not an e-mail address' })).toBeVisible()
  await getByRole('textbox', { name: 'Recipients' }).fill('ann@example.org\nben@example.org')
  await getByRole('button', { name: 'Preview' }).click()
  await getByRole('button', { name: 'Create 2 vouchers' }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/voucher_batches/${batchId}`))
  const asked = inputsOf('createCourseVouchers') as { courseVoucher: { dry_run: boolean } }[]
  expect(asked.map(({ courseVoucher }) => courseVoucher.dry_run)).toEqual([true, true, false])
})

test('a batch is for an organisation that is found by its name', async () => {
  const organisation_id = '00000000-0000-4000-8000-000000000021'
  const { getByRole, inputsOf } = await openAdmin('/admin/vouchers/create', {
    answers: {
      listCourseChoices: [{ id: batchId, slug: 'aws', title: 'AWS Red Team Essentials', status: 'published' }],
      listOrganisations: [organisationRow({ id: organisation_id, name: 'Nordlicht GmbH' })],
      createCourseVouchers: {
        batch: null,
        title: 'AWS Red Team Essentials',
        count: 3,
        recipients: 0,
        refused: 0,
        rows: [],
      },
    },
  })
  await getByRole('combobox', { name: 'Product' }).click()
  await getByRole('option', { name: 'AWS Red Team Essentials' }).click()
  await getByRole('combobox', { name: 'Organisation' }).fill('nord')
  await vi.waitFor(() => expect(String(inputsOf('listOrganisations').at(-1)?.filter)).toContain('"q":"nord"'))
  await getByRole('option', { name: 'Nordlicht GmbH' }).click()
  await getByRole('spinbutton', { name: 'Number of vouchers' }).fill('3')
  await getByRole('button', { name: 'Preview' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('createCourseVouchers')).toMatchObject([{ courseVoucher: { organisation_id, count: 3 } }]),
  )
  expect(JSON.stringify(inputsOf('createCourseVouchers')), 'no name is typed').not.toContain('"organisation":')
})

test('shows the typed company of a voucher without an organisation record', async () => {
  const old = await openAdmin(`/admin/vouchers/${id}`, {
    answers: { getVoucher: voucher({ organisation: 'Oldtime Ltd' }) },
  })
  await expect.element(old.getByText('Oldtime Ltd')).toBeVisible()
  await expect.element(old.getByRole('link', { name: 'Oldtime Ltd' })).not.toBeInTheDocument()
})

test('the chip of an organisation says its name', async () => {
  const organisation_id = '00000000-0000-4000-8000-000000000021'
  const filter = encodeURIComponent(JSON.stringify({ organisation_id }))
  const list = await openAdmin(`/admin/vouchers?filter=${filter}`, {
    answers: {
      listVouchers: [],
      getOrganisationForAdmin: {
        ...organisationRow({ id: organisation_id, name: 'Nordlicht GmbH' }),
        managers: [],
        invitations: [],
        tax_id_check: null,
        allowed: [],
      },
    },
  })
  const chip = list.getByRole('button', { name: 'Remove filter Organisation: Nordlicht GmbH' })
  await expect.element(chip).toBeVisible()
  await chip.click()
  await vi.waitFor(() => expect(list.path()).not.toContain(organisation_id))
})

const batch = (changes: Partial<VoucherBatch> = {}): VoucherBatch => ({
  id: batchId,
  kind: 'course',
  slug: 'aws',
  title: 'AWS Red Team Essentials',
  total: 25,
  states: { available: 20, activated: 5, expired: 0, suspended: 0, revoked: 0 },
  recipients: 25,
  unmailed: 0,
  uses: 1,
  organisation: 'Nordlicht',
  organisation_id: null,
  note: '',
  expires_at: null,
  created_at: ago(1),
  order_id: null,
  order_number: null,
  buyer: null,
  ...changes,
})

test('a batch says how many are in each state; only finance downloads codes and revokes the rest', async () => {
  const answers = { getVoucherBatch: batch(), listVouchers: [voucherRow(code)] }
  const finance = await openAdmin(`/admin/voucher_batches/${batchId}`, { answers })
  await expect.element(finance.getByText('20 available · 5 activated')).toBeVisible()
  await expect.element(finance.getByRole('button', { name: 'Revoke unused…' })).toBeVisible()
  await finance.unmount()
  const support = await openAdmin(`/admin/voucher_batches/${batchId}`, {
    as: sessionOf({ capabilities: ['support'] }),
    answers,
  })
  await expect.element(support.getByText('20 available · 5 activated')).toBeVisible()
  await expect.element(support.getByRole('button', { name: 'Download codes' })).not.toBeInTheDocument()
})

test('a file names what each code opens, and says states as the screen does', async () => {
  const exportList = new Response('', { headers: { 'content-disposition': 'attachment; filename="t.csv"' } })
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/vouchers', {
    answers: { listVouchers: [voucherRow('ABCDE-FGHJK-MNPQR-STVWX-012345')], exportList },
  })
  // The export contains the columns of the table, which must be rendered first.
  await expect.element(getByRole('row', { name: /ABCDE/ })).toBeVisible()
  await getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(getByText('CSV downloaded')).toBeVisible()
  const [{ exportAsk }] = inputsOf('exportList') as [{ exportAsk: { columns: object[] } }]
  expect(exportAsk.columns).toEqual(
    expect.arrayContaining([
      { field: 'kind', head: 'Product', words: { course: 'Course', lab: 'Lab', exam: 'Exam' } },
      { field: 'slug', head: 'Slug' },
      expect.objectContaining({ field: 'state', words: expect.objectContaining({ revoked: 'Revoked' }) }),
    ]),
  )
})
