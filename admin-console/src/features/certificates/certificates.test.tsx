import type { Capability, CertificatePage, CorrectionRow, SigningKey } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { expect, test, vi } from 'vitest'
import { ago, certificateRow, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const version = (n: number, name: string, actor: string | null): CertificatePage['versions'][number] => ({
  version: n,
  name,
  title: 'AWS Red Team Essentials',
  company: null,
  points: null,
  revoked_at: null,
  reason: actor && 'Misspelt',
  actor,
  at: ago(5 - n),
})
const certificate = (changes: Partial<CertificatePage> = {}): CertificatePage => ({
  ...certificateRow({ name: 'Mara Kowl' }),
  company: null,
  points: null,
  hours: 12,
  outcomes: [],
  revoked_at: null,
  withdrawn_at: null,
  reason: null,
  url: 'https://flagyard.example/certificates/FY-7K2M',
  versions: [version(1, 'Mara Kowl', null)],
  renewed_at: null,
  hides_name: false,
  badge_issue: 0,
  checks: [{ month: '2026-11-01', page: 41, status: 7, badge: 2 }],
  mails: [],
  correction: null,
  preview: null,
  ...changes,
})
const at = '/admin/certificates/FY-7K2M'

test('corrects a name and shows both versions side by side', async () => {
  const after = certificate({
    name: 'Mara Kowal',
    version: 2,
    versions: [version(1, 'Mara Kowl', null), version(2, 'Mara Kowal', 'ada')],
  })
  let shown = certificate()
  const { getByRole, inputsOf } = await openAdmin(at, {
    answers: {
      getCertificateForAdmin: () => shown,
      updateCertificate: () => {
        shown = after
        return after
      },
    },
  })
  await getByRole('textbox', { name: 'Name' }).fill('Mara Kowal')
  await getByRole('textbox', { name: 'Reason' }).fill('Misspelt')
  await expect.element(getByRole('definition').filter({ hasText: /^Mara Kowal$/ })).toBeVisible()
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByRole('cell', { name: 'Mara Kowal' })).toBeVisible()
  await expect.element(getByRole('cell', { name: 'Mara Kowl' })).toBeVisible()
  expect(inputsOf('updateCertificate')).toEqual([
    { certificateEdit: { id: 'FY-7K2M', version: 1, name: 'Mara Kowal', reason: 'Misspelt' } },
  ])
})

test('shows a concurrent change next to the typed name', async () => {
  let shown = certificate()
  const { getByRole } = await openAdmin(at, {
    answers: {
      getCertificateForAdmin: () => shown,
      updateCertificate: () => {
        shown = certificate({ name: 'Mara K.', version: 2 })
        return new ApiError('stale_version', 'Someone else changed this certificate first.')
      },
    },
  })
  await getByRole('textbox', { name: 'Name' }).fill('Mara Kowal')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByRole('alert', { name: 'Concurrent changes' }).getByText('Mara K.')).toBeVisible()
})

test('restores a revoked certificate after previewing its public page', async () => {
  const revoked = certificate({ state: 'revoked', version: 2, allowed: ['correct', 'restore', 'send', 'withdraw'] })
  const { getByRole, getByText, inputsOf } = await openAdmin(at, {
    answers: { getCertificateForAdmin: revoked, updateCertificate: certificate({ version: 3, preview: 'seen' }) },
  })
  const link = getByRole('link', { name: 'Open in a new tab' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(getByRole('button', { name: 'Revoke…' })).not.toBeInTheDocument()
  await getByRole('button', { name: 'Restore…' }).click()
  await expect.element(getByText(/will show the certificate of Mara Kowl as valid/)).toBeVisible()
  await getByRole('textbox', { name: 'Reason' }).fill('It was not her')
  await getByRole('button', { name: 'Restore certificate' }).click()
  await expect.element(getByText('Certificate restored')).toBeVisible()
  const edit = { id: 'FY-7K2M', version: 2, revoked: false }
  expect(inputsOf('updateCertificate')).toEqual([
    { certificateEdit: { ...edit, dry_run: true } },
    { certificateEdit: { ...edit, reason: 'It was not her', preview: 'seen' } },
  ])
})

const request: CorrectionRow = {
  id: '00000000-0000-4000-8000-0000000000c1',
  certificate_id: 'FY-7K2M',
  username: 'mara',
  title: 'AWS Red Team Essentials',
  printed: 'Mara Kowl',
  name: 'Mara Kowal',
  reason: 'A letter is missing',
  full_name: 'Mara Kowal',
  state: 'open',
  answer: null,
  created_at: ago(1),
  decided_at: null,
  version: 1,
  allowed: ['decide'],
}

test('decides a correction request, and requires an answer to refuse it', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/certificate_corrections', {
    answers: { listCertificateCorrections: [request], decideCertificateCorrection: undefined },
  })
  await getByRole('button', { name: 'Decide…' }).click()
  await getByRole('radio', { name: 'Refuse' }).click()
  await expect.element(getByRole('button', { name: 'Save decision' })).toBeDisabled()
  await getByRole('textbox', { name: 'Answer' }).fill('Please send us a document')
  await getByRole('button', { name: 'Save decision' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('decideCertificateCorrection')).toEqual([
      {
        id: request.id,
        correctionDecision: { version: 1, state: 'refused', reason: 'Please send us a document' },
      },
    ]),
  )
})

test('hides buttons without the capability, even if the record allows the action', async () => {
  const revoked = certificate({ state: 'revoked', allowed: ['correct', 'restore', 'send', 'withdraw'] })
  const open = (capabilities: Capability[]) =>
    openAdmin(at, { as: sessionOf({ capabilities }), answers: { getCertificateForAdmin: revoked } })
  const finance = await open(['finance'])
  await expect.element(finance.getByRole('heading', { name: 'Certificate of Mara Kowl' })).toBeVisible()
  expect(finance.getByRole('button', { name: /^(Send|Restore|Withdraw)…$/ }).elements()).toHaveLength(0)
  await finance.unmount()
  const support = await open(['support'])
  await expect.element(support.getByRole('button', { name: 'Restore…' })).toBeVisible()
})

test('lists the keys that sign badges, and replaces the one in use', async () => {
  const key = { id: 'badge-1', did: 'did:web:flagyard.example', algorithm: 'Ed25519', created_at: ago(9) }
  let keys: SigningKey[] = [{ ...key, retired_at: null }]
  const { getByRole, getByText } = await openAdmin('/admin/certificates', {
    answers: {
      listSigningKeys: () => keys,
      rotateSigningKey: () => {
        keys = [
          { ...key, id: 'badge-2', retired_at: null },
          { ...key, retired_at: ago(0) },
        ]
        return keys
      },
    },
  })
  await getByRole('button', { name: 'Badge keys…' }).click()
  await expect.element(getByRole('dialog').getByText('did:web:flagyard.example#badge-1')).toBeVisible()
  await getByRole('button', { name: 'Replace key' }).click()
  await expect.element(getByRole('dialog').getByText('did:web:flagyard.example#badge-2')).toBeVisible()
  await expect.element(getByText('Badge key replaced')).toBeVisible()
})

test('issues a badge again with a reason, and shows how often the certificate was checked', async () => {
  const record = certificate({ allowed: ['correct', 'reissue'] })
  const { getByRole, inputsOf } = await openAdmin(at, {
    answers: { getCertificateForAdmin: record, reissueBadge: { ...record, badge_issue: 1 } },
  })
  await expect.element(getByRole('row', { name: '2026-11 41 7 2' })).toBeVisible()
  await getByRole('button', { name: 'Issue badge again…' }).click()
  await getByRole('dialog').getByRole('textbox').fill('Sent to a stranger')
  await getByRole('button', { name: 'Issue badge again', exact: true }).click()
  await expect
    .poll(() => inputsOf('reissueBadge'))
    .toEqual([{ id: record.id, badgeReissue: { version: 1, reason: 'Sent to a stranger' } }])
})
