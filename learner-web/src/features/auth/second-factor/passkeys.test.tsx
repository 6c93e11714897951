import { ApiError } from '@flagyard/api-types'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { me } from '../../../../test/me.ts'

const needs = (...methods: string[]) =>
  Response.json(
    { type: 'x', title: 'x', status: 401, code: 'second_factor_needed', detail: 'Now.', challenge: 'c1', methods },
    { status: 401 },
  )
const since = '2027-03-01T09:00:00.000Z'
const laptop = { id: '5a4a1f0e-4f5c-4a43-8d77-2f3a0f3b8f10', name: 'Laptop', since, last_used_at: null }
const off = { totp: null, passkeys: [], recovery_codes_left: 0, required: false }
const on = { ...off, passkeys: [laptop], recovery_codes_left: 10 }
const codes = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-ddd${at}`)
const request = {
  challenge: 'AAAA',
  timeout: 300_000,
  rpId: 'localhost',
  userVerification: 'preferred',
  allowCredentials: [{ id: 'AQID', type: 'public-key', transports: ['internal'] }],
}
const creation = {
  rp: { id: 'localhost', name: 'Flagyard' },
  user: { id: 'AQID', name: 'mara', displayName: 'Mara' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
}
const bytes = new Uint8Array([1, 2, 3]).buffer
const answer = { id: 'AQID', clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID' }

afterEach(() => {
  vi.restoreAllMocks()
})

/** Answers the dialogs of the browser. */
const browserAnswers = () =>
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  } as unknown as Credential)
const browserMakes = () =>
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['usb'] },
    getClientExtensionResults: () => ({}),
  } as unknown as Credential)

async function passwordStep() {
  await page.getByLabelText('Username or e-mail address').fill('mara')
  await page.getByLabelText('Password').fill('correct horse')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}
const profile = (answers: Answers, section = 'security') =>
  open(`/profile?section=${section}`, {
    as: sessionOf(),
    answers: { getMe: me, listMySessions: [], getMySecondFactor: on, ...answers },
  })

test('a passkey is enough to sign in, without a name or a password', async () => {
  browserAnswers()
  const { asked, path } = await open('/signin?next=%2Fvouchers', {
    answers: {
      startPasskeySignin: { ...request, userVerification: 'required', allowCredentials: [] },
      finishPasskeySignin: sessionOf(),
      listMyVouchers: [],
    },
  })
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect.poll(path).toBe('/vouchers')
  const sent = asked.find(({ call }) => call === 'finishPasskeySignin')!.request
  expect(await sent.json()).toEqual({ passkey: answer })
})

test('a passkey that does not sign in says so, and the password still can', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await open('/signin', { answers: { startPasskeySignin: { ...request, allowCredentials: [] } } })
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect.element(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  await expect.element(page.getByLabelText('Password')).toBeVisible()
})

test('signing in with a passkey: one press in the second step', async () => {
  browserAnswers()
  const { asked, path } = await open('/signin?next=%2Fvouchers', {
    answers: {
      signin: needs('passkey'),
      startSigninPasskey: request,
      finishSignin: sessionOf(),
      listMyVouchers: [],
    },
  })
  await passwordStep()
  await expect.element(page.getByRole('button', { name: 'Use a passkey' })).toHaveFocus()
  await expect.element(page.getByLabelText('Recovery code')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.poll(path).toBe('/vouchers')
  expect(await asked.find(({ call }) => call === 'startSigninPasskey')!.request.json()).toEqual({ challenge: 'c1' })
  expect(await asked.find(({ call }) => call === 'finishSignin')!.request.json()).toEqual({
    challenge: 'c1',
    passkey: answer,
  })
})

test('a passkey that was not used or is refused says so, and a code can still be entered', async () => {
  const refused = new ApiError('invalid', 'Look again', {
    errors: [{ field: 'passkey', message: 'This passkey did not fit' }],
  })
  vi.spyOn(navigator.credentials, 'get').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await open('/signin', {
    answers: { signin: needs('passkey', 'totp'), startSigninPasskey: request, finishSignin: refused },
  })
  await passwordStep()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  browserAnswers()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(page.getByText('This passkey did not fit')).toBeVisible()
  await expect.element(page.getByLabelText('Code')).toBeVisible()
})

test('a passkey is added with a name and the password, and the recovery codes are shown once', async () => {
  browserMakes()
  const { asked } = await profile({ getMySecondFactor: off, setUpPasskey: creation, addPasskey: { codes } })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(page.getByLabelText('Passkey name')).toHaveFocus()
  await page.getByLabelText('Passkey name').fill('Blue key')
  await page.getByLabelText('Enter your password to add a passkey').fill('correct horse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText(codes[9]!)).toBeVisible()
  expect(await asked.find(({ call }) => call === 'setUpPasskey')!.request.json()).toEqual({
    current_password: 'correct horse',
  })
  expect(await asked.find(({ call }) => call === 'addPasskey')!.request.json()).toEqual({
    name: 'Blue key',
    passkey: { id: 'AQID', clientDataJSON: 'AQID', attestationObject: 'AQID', transports: ['usb'] },
  })
})

test('a browser without passkeys says so and offers the app only', async () => {
  const { PublicKeyCredential } = window
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  onTestFinished(() => void Object.assign(window, { PublicKeyCredential }))
  await profile({ getMySecondFactor: off })
  await expect.element(page.getByText(/^This browser does not support passkeys/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})

test('a device that already has a passkey says so', async () => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('again', 'InvalidStateError'))
  await profile({ getMySecondFactor: off, setUpPasskey: creation })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabelText('Passkey name').fill('Blue key')
  await page.getByLabelText('Enter your password to add a passkey').fill('correct horse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('This device already has a passkey for your account.')).toBeVisible()
})

test('before a change a passkey takes the place of the code, with one press', async () => {
  browserAnswers()
  const { asked } = await profile({
    startPasskeyAuthentication: request,
    finishPasskeyAuthentication: { code: 'p0123' },
    removePasskey: null,
  })
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await page.getByLabelText('Enter your password to change your second factor').fill('correct horse')
  await expect.element(page.getByLabelText('Enter a recovery code to change your second factor')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey to change your second factor' }).click()
  await expect.element(page.getByText('Your passkey was accepted.')).toHaveFocus()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Your second factor is off.')).toBeVisible()
  expect(await asked.find(({ call }) => call === 'finishPasskeyAuthentication')!.request.json()).toEqual({
    passkey: answer,
  })
  expect(await asked.find(({ call }) => call === 'removePasskey')!.request.json()).toEqual({
    current_password: 'correct horse',
    code: 'p0123',
  })
})

test('after a passkey’s code was refused, a passkey can be used again', async () => {
  browserAnswers()
  const refused = new ApiError('invalid', 'Look again', { errors: [{ field: 'code', message: 'This code was used' }] })
  await profile({
    startPasskeyAuthentication: request,
    finishPasskeyAuthentication: { code: 'p0123' },
    renewRecoveryCodes: refused,
  })
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByLabelText('Enter your password to change your second factor').fill('correct horse')
  const again = page.getByRole('button', { name: 'Use a passkey to change your second factor' })
  await again.click()
  await expect.element(page.getByText('Your passkey was accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await expect.element(page.getByText('This code was used')).toBeVisible()
  await expect.element(again).toBeVisible()
})

test('a passkey can be renamed', async () => {
  const { asked } = await profile({ renamePasskey: null })
  await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click()
  await page.getByLabelText('Passkey name').fill('Old laptop')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect.element(page.getByText('The passkey was renamed.')).toBeVisible()
  expect(await asked.find(({ call }) => call === 'renamePasskey')!.request.json()).toEqual({ name: 'Old laptop' })
})

test('with passkeys, changing the address takes one of them or a recovery code', async () => {
  browserAnswers()
  const { asked } = await profile(
    {
      startPasskeyAuthentication: request,
      finishPasskeyAuthentication: { code: 'p0123' },
      updateMe: { ...me, pending_email: 'new@example.org' },
    },
    'email',
  )
  await page.getByLabelText('New e-mail address').fill('new@example.org')
  await page.getByLabelText('Enter your password to change your e-mail address').fill('correct horse')
  await expect.element(page.getByLabelText('Enter a recovery code to change your e-mail address')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey to change your e-mail address' }).click()
  await expect.element(page.getByText('Your passkey was accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect.element(page.getByText('We sent an e-mail to new@example.org. Open the link in it.')).toBeVisible()
  expect(await asked.find(({ call }) => call === 'updateMe')!.request.json()).toMatchObject({ code: 'p0123' })
})
