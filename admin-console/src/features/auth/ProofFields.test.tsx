import type { DeletionPreview, SecondFactor } from '@flagyard/api-types'
import { afterEach, expect, test, vi } from 'vitest'
import { ago, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const preview: DeletionPreview = {
  username: 'mara',
  refused: null,
  due_at: ago(-14),
  erased: [],
  kept: [],
  running_labs: 0,
  certificates: 0,
  unused_vouchers: 0,
}
const none: SecondFactor = { totp: null, passkeys: [], recovery_codes_left: 0, required: false }
const passkey = { id: '00000000-0000-4000-8000-000000000009', name: 'Key', since: ago(3), last_used_at: null }

afterEach(() => {
  vi.restoreAllMocks()
})

test('sends a passkey’s response instead of a code, with the password', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  } as unknown as Credential)
  const deleteUser = vi.fn()
  const finishPasskeyAuthentication = vi.fn(() => ({ code: 'p-once' }))
  const { getByLabelText, getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara'),
      previewUserDeletion: preview,
      getMySecondFactor: { ...none, passkeys: [passkey] },
      startPasskeyAuthentication: {
        challenge: 'AQID',
        timeout: 300_000,
        rpId: 'localhost',
        userVerification: 'preferred',
        allowCredentials: [],
      },
      finishPasskeyAuthentication,
      deleteUser,
    },
  })
  await getByRole('button', { name: 'Delete…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Asked by letter')
  await getByLabelText('Type mara to confirm').fill('mara')
  await getByLabelText('Your password, to delete the account').fill('correct horse')
  await getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(getByText('Passkey confirmed.')).toBeVisible()
  expect(finishPasskeyAuthentication).toHaveBeenCalledWith({
    passkeyAnswerPayload: {
      passkey: { id: 'AQID', clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID' },
    },
  })
  await getByRole('button', { name: 'Delete account' }).click()
  await vi.waitFor(() =>
    expect(deleteUser).toHaveBeenCalledWith(
      expect.objectContaining({
        userDeletion: expect.objectContaining({ current_password: 'correct horse', code: 'p-once' }),
      }),
    ),
  )
})

test('does not ask for a code without a second factor', async () => {
  const { getByLabelText, getByRole } = await openAdmin('/admin/users/mara', {
    answers: { getUser: userRecord('mara'), previewUserDeletion: preview, getMySecondFactor: none },
  })
  await getByRole('button', { name: 'Delete…' }).click()
  await expect.element(getByLabelText('Your password, to delete the account')).toBeVisible()
  await vi.waitFor(() => expect(getByLabelText('Code').query()).toBeNull())
})
