import { ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('an owner requires a second factor of administrators', async () => {
  let need = 'optional'
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/security', {
    answers: {
      getSecuritySettings: () => ({ admin_second_factor: need }),
      updateSecuritySettings: (input: { securitySettings: { admin_second_factor: string } }) => {
        need = input.securitySettings.admin_second_factor
        return { admin_second_factor: need }
      },
    },
  })
  await getByRole('button', { name: 'Require a second factor' }).click()
  await expect.element(getByText('Second factor is now required.')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Make optional' })).toBeVisible()
  expect(inputsOf('updateSecuritySettings')).toEqual([{ securitySettings: { admin_second_factor: 'required' } }])
})

test('other administrators can read the setting but not change it', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/security', {
    as: sessionOf({ capabilities: ['support'] }),
    answers: { getSecuritySettings: { admin_second_factor: 'required' } },
  })
  await expect.element(getByText('Only owners can change this.')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Make optional' })).not.toBeInTheDocument()
})

test('redirects an administrator without the required second factor to the profile', async () => {
  const { leave } = await openAdmin('/admin/security', {
    answers: {
      getSecuritySettings: () => {
        throw new ApiError('second_factor_required', 'Administrators need a second factor here.')
      },
    },
  })
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/profile#second-factor'))
})
