import { ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { userLab, userRecord } from '../../../test/answers.ts'
import { type Answers, openAdmin } from '../../../test/openAdmin.tsx'

const openLabs = (answers: Answers) =>
  openAdmin('/admin/users/mara/deployments', {
    answers: { getUser: userRecord('mara'), listDeployments: [], ...answers },
  })
const names = { username: 'mara', lab_slug: 'open-door' }
const labCorrection = { version: 4, reason: 'A hard week' }

test('support extends access, sets downloads, restores resets and rebuilds, each with a reason', async () => {
  const { getByRole, inputsOf } = await openLabs({
    listUserLabs: [userLab()],
    extendLabAccess: userLab(),
    setLabDownloadLimit: userLab(),
    resetLabResets: userLab(),
    resetLabForUser: userLab(),
  })
  const reason = () => getByRole('textbox', { name: 'Reason' }).fill('A hard week')
  const done = () => expect.element(getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(getByRole('region', { name: 'Labs' })).toMatchTextContent(/1 of 2 resets used.*2 of 2 downloads/)

  await getByRole('button', { name: 'Extend access…' }).click()
  await getByRole('spinbutton', { name: 'Days' }).fill('7')
  await reason()
  await getByRole('button', { name: 'Extend access' }).click()
  await done()
  await getByRole('button', { name: 'Downloads…' }).click()
  await getByRole('spinbutton', { name: 'Total downloads per file' }).fill('9')
  await reason()
  await getByRole('button', { name: 'Set limit' }).click()
  await done()
  await getByRole('button', { name: 'Restore resets…' }).click()
  await reason()
  await getByRole('button', { name: 'Restore resets' }).click()
  await done()
  await getByRole('button', { name: 'Rebuild…' }).click()
  await reason()
  await getByRole('button', { name: 'Rebuild lab' }).click()
  await done()
  expect(inputsOf('extendLabAccess')).toEqual([{ ...names, days: '7', labCorrection }])
  expect(inputsOf('setLabDownloadLimit')).toEqual([{ ...names, download_limit: '9', labCorrection }])
  expect(inputsOf('resetLabResets')).toEqual([{ ...names, labCorrection }])
  const labRebuild = { deployment_id: userLab().deployment_id, reason: 'A hard week' }
  expect(inputsOf('resetLabForUser')).toEqual([{ slug: 'open-door', id: 'mara', labRebuild }])
})

test('hides actions that are not allowed, and shows errors in the dialog', async () => {
  const { getByRole, getByText } = await openLabs({
    listUserLabs: [userLab({ allowed: ['reset'] })],
    resetLabForUser: new ApiError('conflict', 'Only a running lab can be reset.'),
  })
  await getByRole('button', { name: 'Rebuild…' }).click()
  for (const name of ['Extend access…', 'Downloads…', 'Restore resets…'])
    expect(getByRole('button', { name, includeHidden: true }).query()).toBeNull()
  await getByRole('textbox', { name: 'Reason' }).fill('It hangs')
  await getByRole('button', { name: 'Rebuild lab' }).click()
  await expect.element(getByText('Only a running lab can be reset.')).toBeVisible()
  await vi.waitFor(() => expect(getByRole('dialog').query()).not.toBeNull())
})
