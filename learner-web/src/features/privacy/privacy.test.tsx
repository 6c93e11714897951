import { ApiError, type DeletionPreview, type MyExport } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { watchDownloads } from '../../../test/downloads.ts'
import { me } from '../../../test/me.ts'

const archive = (state: MyExport['state']): MyExport => ({
  id: '00000000-0000-4000-8000-000000000007',
  state,
  asked_at: '2027-03-12T09:00:00.000Z',
  ready_until: state === 'ready' ? '2027-03-19T09:00:00.000Z' : null,
  bytes: state === 'ready' ? 48_200 : null,
})
const preview: DeletionPreview = {
  username: 'mara',
  refused: null,
  due_at: '2027-03-26T09:00:00.000Z',
  erased: ['Your notes.'],
  kept: ['Orders that were paid.'],
  running_labs: 1,
  certificates: 2,
  unused_vouchers: 0,
}
const file = () => new Response('zip', { headers: { 'content-type': 'application/zip' } })
const openProfile = (answers: Answers) =>
  open('/profile?section=data', {
    as: sessionOf(),
    answers: {
      getMe: me,
      listMySessions: [],
      signout: null,
      listMyExports: [],
      getMySecondFactor: { totp: null, passkeys: [], recovery_codes_left: 0, required: false },
      previewMyDeletion: preview,
      ...answers,
    },
  })

test('an archive is requested, and the list is fetched again', async () => {
  const { asked } = await openProfile({ requestMyExport: archive('making') })
  const make = page.getByRole('button', { name: 'Create an archive of my data' })
  await make.click()
  await vi.waitFor(() => expect(asked.filter(({ call }) => call === 'listMyExports')).toHaveLength(2))
  expect(asked.some(({ call }) => call === 'requestMyExport')).toBe(true)
})

test('while an archive is being created no other can be requested', async () => {
  await openProfile({ listMyExports: [archive('making')] })
  const make = page.getByRole('button', { name: 'Create an archive of my data' })
  await expect.element(page.getByText(/We are preparing your archive/)).toBeVisible()
  await expect.element(make).toBeDisabled()
})

test('a finished archive says until when it is available, and is downloaded with the session', async () => {
  const downloads = watchDownloads()
  const { asked } = await openProfile({ listMyExports: [archive('ready')], downloadMyExport: file() })
  await expect.element(page.getByText(/49 kB/)).toBeVisible()
  await page.getByRole('button', { name: /^Download the archive/ }).click()
  await vi.waitFor(() => expect(downloads.names).toEqual(['my-data.zip']))
  expect(asked.find(({ call }) => call === 'downloadMyExport')!.request.headers.get('authorization')).toBe(
    'Bearer token',
  )
  downloads.stop()
})

test('a failed archive can be requested again, and a refusal shows the server’s message', async () => {
  await openProfile({
    listMyExports: [archive('failed')],
    requestMyExport: new ApiError('rate_limited', 'That was a lot.'),
  })
  await expect.element(page.getByText(/could not be created/)).toBeVisible()
  await page.getByRole('button', { name: 'Create an archive of my data' }).click()
  await expect.element(page.getByText('That was a lot.')).toBeVisible()
})

test('the mailed link downloads the archive for its signed-in owner, and its token is removed from the address', async () => {
  const downloads = watchDownloads()
  const { asked, path } = await open('/my_data#token=abc', {
    as: sessionOf(),
    answers: { downloadMailedExport: file() },
  })
  await expect.poll(path).toBe('/my_data')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect.element(page.getByText(/Downloaded\./)).toBeVisible()
  expect(downloads.names).toEqual(['my-data.zip'])
  expect(await asked.find(({ call }) => call === 'downloadMailedExport')!.request.json()).toEqual({ token: 'abc' })
  downloads.stop()
})

test('the mailed link asks a visitor to sign in, without its token in any address', async () => {
  await open('/my_data#token=abc')
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' })
  await expect.element(signIn).toHaveAttribute('href', '/signin?next=%2Fprofile%3Fsection%3Ddata')
})

test('a deletion shows what is erased and what stays, asks for the username and the password, and signs out', async () => {
  const { asked, path } = await openProfile({ requestMyDeletion: { due_at: preview.due_at } })
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect.element(page.getByText('Your notes.')).toBeVisible()
  await expect.element(page.getByText('Orders that were paid.')).toBeVisible()
  await expect.element(page.getByText(/1 running lab will be ended now/)).toBeVisible()
  await page.getByLabelText('Keep my 2 certificates public').click()
  await page.getByLabelText('Type mara to confirm').fill('mara')
  await page.getByLabelText('Enter your password to delete your account').fill('correct horse')
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect.element(page.getByText(/Your account is closed and will be erased/)).toBeVisible()
  expect(path()).toBe('/')
  expect(await asked.find(({ call }) => call === 'requestMyDeletion')!.request.json()).toEqual({
    confirm: 'mara',
    keep_certificates: true,
    current_password: 'correct horse',
  })
})

test('the server’s error for the password of a deletion is shown at its field', async () => {
  await openProfile({
    requestMyDeletion: new ApiError('invalid', 'Look again.', {
      errors: [{ field: 'current_password', message: 'This is not your present password' }],
    }),
  })
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await page.getByLabelText('Type mara to confirm').fill('mara')
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect.element(page.getByText('This is not your present password')).toBeVisible()
})

test('an account that cannot be deleted now says why, without a form', async () => {
  await openProfile({ previewMyDeletion: { ...preview, refused: 'This is the last owner.' } })
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect.element(page.getByText('This is the last owner.')).toBeVisible()
  await expect.element(page.getByLabelText('Type mara to confirm')).not.toBeInTheDocument()
})

test('signing in to an account that is due to be deleted offers to keep it, then asks to sign in again', async () => {
  const refused = Response.json(
    {
      ...{ type: 'about:blank', title: 'x', status: 403, code: 'deletion_pending', detail: 'This account is closed.' },
      ...{ token: 'undo-me', due_at: preview.due_at },
    },
    { status: 403 },
  )
  const { asked } = await open('/signin', {
    answers: { signin: refused, undoDeletion: { message: 'The account mara stays.' } },
  })
  await page.getByLabelText('Username or e-mail address').fill('mara')
  await page.getByLabelText('Password', { exact: true }).fill('correct horse')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect.element(page.getByText('The account mara stays.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await asked.find(({ call }) => call === 'undoDeletion')!.request.json()).toEqual({ token: 'undo-me' })
})

test('the mailed link keeps the account by a click, never by opening the page', async () => {
  const { asked } = await open('/undo_deletion#token=abc', { answers: { undoDeletion: { message: 'It stays.' } } })
  const keepButton = page.getByRole('button', { name: 'Keep my account' })
  await expect.element(keepButton).toBeVisible()
  expect(asked.some(({ call }) => call === 'undoDeletion')).toBe(false)
  await keepButton.click()
  await expect.element(page.getByRole('heading', { name: 'You keep your account' })).toBeVisible()
})
