import { ApiError, type LegalPageRecord, type LegalPageRow } from '@flagyard/api-types'
import { legalPageNames } from '@flagyard/api-types/legal/pages'
import { expect, test, vi } from 'vitest'
import { sessionOf } from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const at = '2027-01-01T09:00:00.000Z'
const rows = legalPageNames.map(
  (page): LegalPageRow => ({
    page,
    current: page === 'terms' ? { page, version: 2, effective_at: at } : null,
    next: page === 'privacy' ? { version: 1, effective_at: null } : null,
  }),
)
const old: LegalPageRecord['versions'][number] = {
  ...{ version: 1, markdown: 'Old **terms**.', summary: '', needs_acceptance: true, effective_at: at, accepted: 3 },
}
const record = (changes: Partial<LegalPageRecord> = {}): LegalPageRecord => ({
  ...{ page: 'terms', next: null, versions: [], allowed: ['save_draft'] },
  ...changes,
})
const draft: NonNullable<LegalPageRecord['next']> = {
  ...{
    version: 2,
    markdown: 'New terms.',
    summary: 'Other courts',
    needs_acceptance: true,
    effective_at: null,
    edit: 4,
  },
}
const brand = {
  ...{ name: 'Northwind', mail_sender_name: null, support_address: 'help@northwind.example', accent_light: null },
  ...{ accent_dark: null, social_links: [], powered_by_shown: false, logo_light: null, logo_dark: null },
  ...{ favicon: null, share_picture: null, version: 1, allowed: [] },
}
const settings = { getBrand: brand, getSeller: { current: null, versions: [], version: 0 } }

test('lists the pages with their state, and those missing before the first sale', async () => {
  const { getByRole, getByText, container } = await openAdmin('/admin/legal_pages', {
    answers: { listLegalPagesForAdmin: rows },
  })
  await expect.element(getByText('Publish before your first sale: privacy, imprint, returns.')).toBeVisible()
  await expect.element(getByText('Version 2, since 1 Jan 2027')).toBeVisible()
  await expect
    .element(getByRole('link', { name: 'Exam rules' }))
    .toHaveAttribute('href', '/admin/legal_pages/exam_rules')
  await expectAccessible(container)
})

test('a new page starts with a template that has the name of the brand, and is saved as a draft', async () => {
  const { getByRole, container, inputsOf } = await openAdmin('/admin/legal_pages/imprint', {
    answers: {
      ...settings,
      getLegalPageForAdmin: record({ page: 'imprint' }),
      saveLegalDraft: record({ page: 'imprint', next: { ...draft, version: 1 } }),
    },
  })
  const text = getByRole('textbox', { name: 'Text' })
  await expect.element(text).toHaveValue(expect.stringMatching(/have this checked[\s\S]*help@northwind\.example/))
  await expectAccessible(container)
  await text.fill('Northwind GmbH, **Hamburg**')
  await expect.element(getByRole('button', { name: 'Publish now…' })).not.toBeInTheDocument()
  await getByRole('button', { name: 'Save draft' }).click()
  await vi.waitFor(() => expect(inputsOf('saveLegalDraft')).toHaveLength(1))
  expect(inputsOf('saveLegalDraft')).toEqual([
    {
      page: 'imprint',
      legalDraftInput: { markdown: 'Northwind GmbH, **Hamburg**', summary: '', needs_acceptance: false, edit: 0 },
    },
  ])
})

test('a draft is published, after its consequences are shown, and a refusal names the reason', async () => {
  const answers = [
    new ApiError('invalid', 'Replace {{telephone}} in the text first', {
      errors: [{ field: 'markdown', message: 'Replace {{telephone}} in the text first' }],
    }),
    record({ versions: [{ ...draft, effective_at: at, accepted: 0 }, old] }),
  ]
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/legal_pages/terms', {
    answers: {
      ...settings,
      getLegalPageForAdmin: record({ next: draft, versions: [old], allowed: ['save_draft', 'publish'] }),
      publishLegalPage: () => answers.shift(),
    },
  })
  await expect.element(getByRole('switch', { name: 'Has to be accepted' })).toBeChecked()
  await expect.element(getByText(/Version 1, from .* accepted by 3 accounts/)).toBeVisible()
  await getByRole('button', { name: 'Publish now…' }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog.getByText(/Learners have to accept it/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect.element(dialog.getByText(/Replace \{\{telephone\}\}/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await getByRole('button', { name: 'Publish now…' }).click()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await vi.waitFor(() => expect(inputsOf('publishLegalPage')).toHaveLength(2))
  expect(inputsOf('publishLegalPage')[1]).toEqual({ page: 'terms', legalPublication: { edit: 4 } })
})

test('a scheduled version shows its text, and is cancelled before it can be changed', async () => {
  const next = { ...draft, effective_at: '2027-05-01T00:00:00.000Z' }
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/legal_pages/terms', {
    answers: {
      ...settings,
      getLegalPageForAdmin: record({ next, versions: [old], allowed: ['cancel'] }),
      cancelLegalPublication: record({ next: draft, versions: [old] }),
    },
  })
  await expect.element(getByText('New terms.')).toBeVisible()
  await expect.element(getByRole('textbox', { name: 'Text' })).not.toBeInTheDocument()
  await getByRole('button', { name: 'Cancel publication' }).click()
  await vi.waitFor(() => expect(inputsOf('cancelLegalPublication')).toHaveLength(1))
  expect(inputsOf('cancelLegalPublication')).toEqual([{ page: 'terms', legalCancellation: { edit: 4 } }])
})

test('administrators who are not owners only read', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/legal_pages/terms', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: { ...settings, getLegalPageForAdmin: record({ versions: [old], allowed: [] }) },
  })
  await expect.element(getByText(/Version 1, from/)).toBeVisible()
  await expect.element(getByRole('button', { name: 'Save draft' })).not.toBeInTheDocument()
})
