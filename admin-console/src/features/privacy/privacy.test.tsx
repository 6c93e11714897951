import { ApiError, type DeletionPreview } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const preview: DeletionPreview = {
  username: 'mara',
  refused: null,
  due_at: ago(-14),
  erased: ['Your notes.'],
  kept: ['Orders that were paid.'],
  running_labs: 1,
  certificates: 1,
  unused_vouchers: 0,
}

test('a deletion requires a reason, the typed username and the administrator’s password', async () => {
  const deleteUser = vi.fn()
  const { getByLabelText, getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara'), previewUserDeletion: preview, deleteUser },
  })
  await getByRole('button', { name: 'Delete…' }).click()
  await getByText('Erased and retained data').click()
  await expect.element(getByText('Orders that were paid.')).toBeVisible()
  const remove = getByRole('button', { name: 'Delete account' })
  await expect.element(remove).toBeDisabled()
  await getByRole('textbox', { name: 'Reason' }).fill('Asked by letter')
  await getByLabelText('Type mara to confirm').fill('mara')
  await getByLabelText('Your password, to delete the account').fill('correct horse')
  await remove.click()
  await vi.waitFor(() =>
    expect(deleteUser).toHaveBeenCalledWith({
      username: 'mara',
      userDeletion: {
        confirm: 'mara',
        reason: 'Asked by letter',
        keep_certificates: false,
        current_password: 'correct horse',
      },
    }),
  )
})

test('shows errors at their fields, and no form if the account cannot be deleted', async () => {
  const { getByLabelText, getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara'),
      previewUserDeletion: preview,
      deleteUser: () => {
        throw new ApiError('invalid', 'Look again.', {
          errors: [{ field: 'current_password', message: 'This is not your present password' }],
        })
      },
    },
  })
  await getByRole('button', { name: 'Delete…' }).click()
  await getByLabelText('Type mara to confirm').fill('mara')
  await getByRole('button', { name: 'Delete account' }).click()
  await expect.element(getByText('This is not your present password')).toBeVisible()
})

test('refuses to delete the last owner, with a message', async () => {
  const { getByLabelText, getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara'), previewUserDeletion: { ...preview, refused: 'This is the last owner.' } },
  })
  await getByRole('button', { name: 'Delete…' }).click()
  await expect.element(getByText('This is the last owner.')).toBeVisible()
  expect(getByLabelText('Type mara to confirm').query()).toBeNull()
})

test('undoes a pending deletion with a reason', async () => {
  const undoUserDeletion = vi.fn()
  const { getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara', { state: 'deleting', deletion_due_at: ago(-13), allowed: ['undo_deletion'] }),
      undoUserDeletion,
    },
  })
  await expect.element(getByText('Pending deletion')).toBeVisible()
  for (const name of ['Disable…', 'Delete…', 'Send password link'])
    expect(getByRole('button', { name, exact: true }).query()).toBeNull()
  await getByRole('button', { name: 'Undo deletion…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Called and stays')
  await getByRole('button', { name: 'Undo deletion' }).click()
  await vi.waitFor(() =>
    expect(undoUserDeletion).toHaveBeenCalledWith({
      username: 'mara',
      undoUserDeletionPayload: { reason: 'Called and stays' },
    }),
  )
})

test('hides the deletion without the capability', async () => {
  const { getByRole } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara', { allowed: ['change_rights'] }) },
  })
  await expect.element(getByRole('heading', { name: 'Mara Kowal' })).toBeVisible()
  expect(getByRole('button', { name: 'Delete…' }).query()).toBeNull()
})

test('changes rights after the owner’s password, and shows a wrong one at its field', async () => {
  let right = false
  const updateUser = vi.fn(() => {
    if (!right)
      throw new ApiError('invalid', 'Look again.', {
        errors: [{ field: 'current_password', message: 'This is not your present password' }],
      })
    return userRecord('mara', { roles: ['user', 'admin'], version: 4 })
  })
  const { getByLabelText, getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara'), updateUser },
  })
  await getByRole('button', { name: 'Rights…' }).click()
  await getByLabelText('Administrator: can read content and figures').click()
  await getByLabelText('Your password, to change rights').fill('wrong')
  await getByRole('button', { name: 'Save rights' }).click()
  await expect.element(getByText('This is not your present password')).toBeVisible()
  right = true
  await getByLabelText('Your password, to change rights').fill('correct horse')
  await getByLabelText(/^Code/).fill('123456')
  await getByRole('button', { name: 'Save rights' }).click()
  await vi.waitFor(() =>
    expect(updateUser).toHaveBeenLastCalledWith({
      userEdit: {
        username: 'mara',
        version: 3,
        roles: ['user', 'admin'],
        current_password: 'correct horse',
        code: '123456',
      },
    }),
  )
  await expect.element(getByRole('button', { name: 'Save rights' })).not.toBeInTheDocument()
})
