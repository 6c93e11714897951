import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { account, dashboard } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('figures, what waits for a person, and the sign-ups as a table too', async () => {
  const { getByRole, getByText } = await openAdmin('/admin', { answers: { getDashboard: dashboard() } })
  await expect.element(getByText('38 active · 11 new in 30 days')).toBeVisible()
  await getByText('The figures as a table').click()
  await expect.element(getByRole('rowheader').first()).toBeVisible()
})

test('what waits leads to the list that shows it', async () => {
  const { getByRole, path } = await openAdmin('/admin', {
    answers: {
      getDashboard: dashboard(),
      listAwsAccounts: [account('220944710074', { status: 'Locked', lock_reason: 'quarantine' })],
    },
  })
  await getByRole('link', { name: /AWS account in quarantine/ }).click()
  await expect.element(getByRole('heading', { name: 'AWS accounts' })).toBeVisible()
  expect(decodeURIComponent(path())).toContain('quarantine')
})

test('nothing waiting is said', async () => {
  const { getByText } = await openAdmin('/admin', { answers: { getDashboard: dashboard({ attention: [] }) } })
  await expect.element(getByText(/Nothing\. All pools/)).toBeVisible()
})

test('figures that do not come say why', async () => {
  const { getByRole } = await openAdmin('/admin', {
    answers: {
      getDashboard: () => {
        throw new ApiError('unavailable', 'Busy for the moment.')
      },
    },
  })
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
})
