import { expect, test, vi } from 'vitest'
import { auditEntry } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { historyOf } from './history.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

test('the audit is narrowed by who, what, on what and when', async () => {
  const { getByLabelText, getByRole, inputsOf } = await openAdmin('/admin/audit', {
    answers: { listAudit: [auditEntry()] },
  })
  await getByLabelText('Who (optional)').fill('ada')
  await getByLabelText('What (optional)').selectOptions('Account changed')
  await getByLabelText('From (optional)').fill('2026-05-01')
  await getByLabelText('Until (optional)').fill('2026-05-01')
  await getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() => {
    const { filter } = inputsOf('listAudit').at(-1) as { filter: string }
    expect(JSON.parse(filter)).toEqual({
      actor: 'ada',
      action: 'users.update',
      from: new Date(2026, 4, 1).toISOString(),
      until: new Date(2026, 4, 2).toISOString(),
    })
  })
  await expect.element(getByLabelText('Until (optional)')).toHaveValue('2026-05-01')
})

test('a history is the audit of one subject, and pressing a kind keeps the rest', async () => {
  const { getByLabelText, inputsOf } = await openAdmin(historyOf('banner', 'b-1'), { answers: { listAudit: [] } })
  await expect.element(getByLabelText('On (optional)')).toHaveValue('b-1')
  expect(inputsOf('listAudit')[0]).toMatchObject({ filter: '{"subject_type":"banner","subject_id":"b-1"}' })
})

test('what was done is said in words, and an action without words of its own as a phrase', async () => {
  const { getByRole, getByLabelText } = await openAdmin(
    '/admin/audit?filter=%7B%22action%22%3A%22shoes.tie_again%22%7D',
    {
      answers: { listAudit: [auditEntry(), auditEntry({ id: uuid(5), action: 'updateGcpProject' })] },
    },
  )
  await expect.element(getByRole('cell', { name: 'Account changed' })).toBeVisible()
  await expect.element(getByRole('cell', { name: 'Update gcp project' })).toBeVisible()
  await expect.element(getByLabelText('What (optional)')).toHaveDisplayValue('Shoes tie again')
})
