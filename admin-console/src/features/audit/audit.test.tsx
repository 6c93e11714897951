import { expect, test, vi } from 'vitest'
import { auditEntry } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { auditLink } from './auditLink.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

test('the audit is narrowed by who, what, on what and when', async () => {
  const { getByLabelText, getByRole, inputsOf } = await openAdmin('/admin/audit', {
    answers: { listAudit: [auditEntry()] },
  })
  await getByRole('textbox', { name: 'Who' }).fill('ada')
  await getByRole('combobox', { name: 'What' }).click()
  await getByRole('option', { name: 'Account changed' }).click()
  await getByRole('textbox', { name: 'From' }).fill('2026-05-01')
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

test('a history is the audit of one subject, and pressing a kind keeps the rest', async () => {
  const { getByLabelText, inputsOf } = await openAdmin(auditLink({ subject_type: 'banner', subject_id: 'b-1' }), {
    answers: { listAudit: [] },
  })
  await expect.element(getByLabelText('On')).toHaveValue('b-1')
  expect(inputsOf('listAudit')[0]).toMatchObject({ filter: '{"subject_type":"banner","subject_id":"b-1"}' })
})

test('what was done is said in words, and an action without words of its own as a phrase', async () => {
  const { getByRole } = await openAdmin('/admin/audit?filter=%7B%22action%22%3A%22shoes.tie_again%22%7D', {
    answers: { listAudit: [auditEntry(), auditEntry({ id: uuid(5), action: 'updateGcpProject' })] },
  })
  await expect.element(getByRole('cell', { name: 'Account changed' })).toBeVisible()
  await expect.element(getByRole('cell', { name: 'Update gcp project' })).toBeVisible()
  await expect.element(getByRole('combobox', { name: 'What' })).toHaveTextContent('Shoes tie again')
})
