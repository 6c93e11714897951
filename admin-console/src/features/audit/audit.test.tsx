import type { AuditEntry } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, auditEntry, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { auditLink } from './AuditButton.tsx'

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

test('filters the audit log by administrator, action, subject and date', async () => {
  const { getByLabelText, getByRole, inputsOf } = await openAdmin('/admin/audit', {
    answers: { listAudit: [auditEntry()] },
  })
  await getByRole('textbox', { name: 'Administrator' }).fill('ada')
  await getByRole('combobox', { name: 'Action' }).click()
  await getByRole('option', { name: 'Account changed' }).click()
  await getByLabelText('From').fill('2026-05-01')
  await getByLabelText('Until').fill('2026-05-01')
  await vi.waitFor(() => {
    const { filter } = inputsOf('listAudit').at(-1) as { filter: string }
    expect(JSON.parse(filter)).toEqual({
      actor: 'ada',
      action: 'users.update',
      from: new Date(2026, 4, 1).toISOString(),
      until: new Date(2026, 4, 2).toISOString(),
    })
  })
  await expect.element(getByLabelText('Until')).toHaveValue('2026-05-01')
})

test('a history is the audit log of one subject, and keeps that filter', async () => {
  const { getByLabelText, inputsOf } = await openAdmin(auditLink({ subject_type: 'banner', subject_id: 'b-1' }), {
    answers: { listAudit: [] },
  })
  await expect.element(getByLabelText('Subject')).toHaveValue('b-1')
  expect(inputsOf('listAudit')[0]).toMatchObject({ filter: '{"subject_type":"banner","subject_id":"b-1"}' })
})

test('labels actions, including ones without their own label', async () => {
  const { getByRole } = await openAdmin('/admin/audit?filter=%7B%22action%22%3A%22shoes.tie_again%22%7D', {
    answers: {
      listAudit: [
        auditEntry({ after: { full_name: 'Mara' } }),
        auditEntry({ id: uuid(5), action: 'updateGcpProject' }),
      ],
    },
  })
  await expect.element(getByRole('cell', { name: 'Account changed' })).toBeVisible()
  await expect.element(getByRole('cell', { name: 'Update gcp project' })).toBeVisible()
  await expect.element(getByRole('combobox', { name: 'Action' })).toHaveTextContent('Shoes tie again')
})

const disabled = auditEntry({
  id: uuid(6),
  action: 'users.disable',
  before: { disabled_at: null, disabled_reason: null },
  after: { disabled_at: '2026-05-01T08:30:00.000Z', disabled_reason: 'Shared her password' },
})
const renamed = auditEntry({
  id: uuid(7),
  before: { full_name: 'Mara Kowal', company: null },
  after: { full_name: 'Mara Nowak', company: 'Nordlicht' },
})

test.each([
  ['desktop', 1440],
  ['phone', 390],
] as const)('shows changes field by field, on a %s', async (_, width) => {
  await page.viewport(width, 844)
  const { getByRole } = await openAdmin('/admin/audit', { answers: { listAudit: [disabled, renamed] } })
  const rows = getByRole('region', { name: 'Rows' })
  await expect.element(rows.getByText('Mara Nowak')).toBeVisible()
  const read = rows
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent ?? '')
  for (const words of [
    /Disabled: empty → 1 May 2026/,
    /Reason: empty → Shared her password/,
    /Name: Mara Kowal → Mara Nowak/,
    /Company: empty → Nordlicht/,
  ])
    expect(
      read.some((text) => words.test(text)),
      String(words),
    ).toBe(true)
  expect(rows.element().textContent).not.toMatch(/full_name|disabled_at|T08:30/)
})

test('derives the action of older, generic entries from their fields', async () => {
  const old = (n: number, after: object) => auditEntry({ id: uuid(n), action: 'users.update', before: null, after })
  const { getByRole } = await openAdmin('/admin/audit', {
    answers: {
      listAudit: [
        old(1, { disabled_at: ago(3) }),
        old(2, { disabled_at: null }),
        old(3, { email: 'mara@new.example' }),
        old(4, { roles: ['user', 'admin'] }),
        old(5, { company: 'Nordlicht' }),
      ],
    },
  })
  for (const name of [
    'Account disabled',
    'Account enabled',
    'E-mail address changed',
    'Roles or capabilities changed',
    'Account changed',
  ])
    await expect.element(getByRole('cell', { name, exact: true })).toBeVisible()
})

test('links each subject to its page, and describes a voucher batch by its content', async () => {
  const of = (n: number, subject_type: string, subject_id: string, more: Partial<AuditEntry> = {}) =>
    auditEntry({ id: uuid(n), subject_type, subject_id, before: null, after: null, ...more })
  const { getByRole } = await openAdmin('/admin/audit', {
    answers: {
      listAudit: [
        of(1, 'user', 'mara'),
        of(2, 'cloud_account', '220944710032'),
        of(3, 'cloud_account', 'project-of-tests'),
        of(4, 'bulk_job', uuid(9)),
        of(5, 'certificate', 'FY-7K2M'),
        of(6, 'voucher_batch', uuid(8), { after: { count: 12, kind: 'course', target: 'aws' } }),
        of(7, 'list', 'users'),
      ],
    },
  })
  const to = async (name: string) => {
    const link = getByRole('cell').getByRole('link', { name })
    await expect.element(link).toBeVisible()
    return decodeURIComponent(link.element().getAttribute('href') ?? '')
  }
  expect(await to('mara')).toBe('/admin/users/mara')
  expect(await to('220944710032')).toBe('/admin/aws_accounts/220944710032')
  expect(await to('project-of-tests')).toBe('/admin/gcp_projects/project-of-tests')
  expect(await to(uuid(9))).toBe(`/admin/bulk_jobs/${uuid(9)}`)
  expect(await to('FY-7K2M')).toBe('/admin/certificates/FY-7K2M')
  expect(await to('12 vouchers for the course aws')).toBe(`/admin/voucher_batches/${uuid(8)}`)
  expect(getByRole('link', { name: 'Users', exact: true }).elements()).toHaveLength(1)
})

test('shows only content entries and filters without access to personal data', async () => {
  const { address, ...entry } = auditEntry({ action: 'courses.publish', subject_type: 'course', subject_id: 'aws' })
  const { getByRole, getByText } = await openAdmin('/admin/audit', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: { listAudit: [entry] },
  })
  await expect
    .element(
      getByText('Content changes only. To see other entries, you need the support, finance or owner capability.'),
    )
    .toBeVisible()
  await expect.element(getByRole('cell', { name: 'Course published' })).toBeVisible()
  expect(getByRole('columnheader', { name: 'IP address' }).elements()).toHaveLength(0)
  await getByRole('combobox', { name: 'Action' }).click()
  await expect.element(getByRole('option', { name: 'Course published' })).toBeVisible()
  expect(getByRole('option', { name: 'Account disabled' }).elements()).toHaveLength(0)
})
