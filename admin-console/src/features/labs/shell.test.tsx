import { expect, test } from 'vitest'
import { labRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('lists unsupported commands of a lab’s shell', async () => {
  const { getByRole } = await openAdmin('/admin/labs/role/shell', {
    answers: {
      getLabForAdmin: labRecord({ id: 'role', slug: 'role' }),
      listMissingCommands: [
        { command: 'aws iam simulate-principal-policy', count: 7, last_at: '2026-11-24T10:00:00Z' },
      ],
    },
  })
  await expect.element(getByRole('cell', { name: 'aws iam simulate-principal-policy' })).toBeVisible()
  await expect.element(getByRole('cell', { name: '7', exact: true })).toBeVisible()
})
