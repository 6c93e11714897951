import type { CloudAccount, CloudImportReport } from '@flagyard/api-types'
import { cloudAccountAction } from '@flagyard/api-types/schemas'
import { utf16Of, windows1252Of } from '@flagyard/api-types/test-support/text-files'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { account, ago, dashboard } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '220944710093'
const uuid = account(id).uuid
const key = { type: 'aws_kms_key', name: 'pending' }
const nothing = { count: 0, first: [] }
const cause = 'KMSInvalidStateException: it is pending deletion.'
const stacks = { what: 'Names of deleted stacks', rights: ['cloudformation:ListStacks'] }
const receipt = {
  at: ago(0.5),
  pass: 1,
  cause,
  removed: nothing,
  residue: nothing,
  left: { count: 1, first: [key] },
  traces: [
    { ...stacks, result: 'visible' as const, names: ['stack-of-mara'] },
    { ...stacks, what: 'Event history', result: 'not_checked' as const, names: [] },
  ],
}
const open = (now: CloudAccount, more: object = {}) =>
  openAdmin(`/admin/aws_accounts/${id}`, {
    answers: { getCloudAccount: now, listCloudAccountHolders: [], updateAwsAccount: now, ...more },
  })

/** Button for each action of the server. */
const buttons: Record<CloudAccount['allowed'][number], string> = {
  update: 'New credentials…',
  verify: 'Check now',
  hold: 'Hold…',
  release: 'Release…',
  nuke: `Nuke ${id}`,
  end_and_nuke: `Nuke ${id}`,
  accept_residue: 'Accept remaining resources…',
  withdraw_residue: 'Withdraw acceptance…',
  retire: 'Retire…',
}

test('shows every button exactly when the server allows its action', async () => {
  // Each action is allowed in some of the four cases but not all, and no two always together.
  for (const bit of [1, 2, 4, 8]) {
    const allowed = cloudAccountAction.options.filter((_, index) => (index + 1) & bit)
    const { getByRole, unmount } = await open(account(id, { allowed, receipts: [receipt] }))
    const shown = new Set(allowed.map((action) => buttons[action]))
    for (const name of shown) await expect.element(getByRole('button', { name, exact: true })).toBeVisible()
    for (const name of Object.values(buttons).filter((one) => !shown.has(one)))
      expect(getByRole('button', { name, exact: true }).query(), name).toBeNull()
    await unmount()
  }
}, 30_000)

test('explains a quarantine, and accepts its remaining resources until a date', async () => {
  const now = account(id, {
    status: 'Locked',
    lock_reason: 'quarantine',
    last_error: '1 resource left: aws_kms_key pending',
    residue_until: '2027-01-03T00:00:00.000Z',
    accepted_residue: [{ type: 'aws_vpc', name: 'old' }],
    nuke_failures: 3,
    receipts: [receipt],
    allowed: ['accept_residue', 'nuke'],
  })
  const { getByRole, getByLabelText, getByText, inputsOf } = await open(now, { acceptCloudResidue: now })
  await expect.element(getByText(/Three clean-ups in a row failed/)).toBeVisible()
  await expect.element(getByText(/^Accepted until 2 Jan 2027: aws_vpc old$/)).toBeVisible()
  await getByText(/first pass: 0 removed, 1 left/).click()
  await expect.element(getByRole('region', { name: 'Clean-ups' }).getByText('pending')).toBeVisible()
  await expect
    .element(getByText('Names of deleted stacks (cloudformation:ListStacks): readable · stack-of-mara'))
    .toBeVisible()
  await expect.element(getByText('Event history (cloudformation:ListStacks): not checked')).toBeVisible()
  await getByRole('button', { name: 'Accept remaining resources…' }).click()
  const submit = getByRole('button', { name: 'Accept' })
  await getByLabelText('aws_kms_key pending').click()
  await getByLabelText(/Until/).fill('2027-01-02')
  await expect.element(submit).toBeDisabled()
  await getByRole('textbox', { name: 'Reason' }).fill('Gone in a week')
  await submit.click()
  await vi.waitFor(() =>
    expect(inputsOf('acceptCloudResidue')).toEqual([
      {
        id: uuid,
        residueAcceptance: { version: 1, resources: [key], until: '2027-01-02', reason: 'Gone in a week' },
      },
    ]),
  )
})

test('renames an account without sending other fields, and checks new credentials', async () => {
  const { getByRole, getByLabelText, getByText, inputsOf } = await open(account(id), {
    verifyCloudAccount: account(id),
  })
  await getByRole('textbox', { name: 'Name' }).fill('lab one')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateAwsAccount')).toEqual([{ awsAccountEdit: { account_id: id, version: 1, name: 'lab one' } }]),
  )
  await getByRole('button', { name: 'New credentials…' }).click()
  await getByText('How to prepare the account and get its credentials').click()
  await expect.element(getByText(/attach-user-policy --user-name flagyard/)).toBeVisible()
  await getByRole('textbox', { name: 'Access key id' }).fill('AKIANEW')
  await getByLabelText('Secret access key', { exact: false }).first().fill('fresh-secret')
  await getByRole('button', { name: 'Save and check' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateAwsAccount').at(-1)).toEqual({
      awsAccountEdit: {
        account_id: id,
        version: 1,
        credentials: { AWS_ACCESS_KEY_ID: 'AKIANEW', AWS_SECRET_ACCESS_KEY: 'fresh-secret' },
      },
    }),
  )
  expect(JSON.stringify(localStorage)).not.toMatch(/fresh-secret|AKIANEW/)
})

test('checks credentials, and shows the result without a reload', async () => {
  let now = account(id, { allowed: ['verify'] })
  const { getByRole, inputsOf } = await open(now, {
    getCloudAccount: () => now,
    verifyCloudAccount: () => {
      now = { ...now, is_checking: true }
      return now
    },
  })
  const card = getByRole('region', { name: 'Credentials' })
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect.element(card.getByText('Checking')).toBeVisible()
  now = { ...now, is_checking: false, checked_at: new Date().toISOString(), check_error: 'InvalidClientTokenId' }
  await expect.element(card.getByText('InvalidClientTokenId')).toBeVisible()
  expect(inputsOf('verifyCloudAccount')).toEqual([{ id: uuid }])
})

test('retires an account after its ID is typed', async () => {
  const { getByRole, getByLabelText, inputsOf, path } = await open(account(id), {
    deleteAwsAccount: null,
    listAwsAccounts: [],
    getDashboard: dashboard(),
  })
  await getByRole('button', { name: 'Retire…' }).click()
  const submit = getByRole('button', { name: 'Retire account' })
  await expect.element(submit).toBeDisabled()
  await getByLabelText(`Type ${id} to confirm`).fill(id)
  await submit.click()
  await vi.waitFor(() => expect(path()).toBe('/admin/aws_accounts'))
  expect(inputsOf('deleteAwsAccount')).toEqual([{ account_id: id }])
})

test('lists the holders with the clean-ups before and after', async () => {
  const clean = { ...receipt, left: nothing }
  const holder = { deployment_id: uuid, username: 'mara', lab: 'open-door', exam: null, reason: 'learner' }
  const { getByRole } = await open(account(id), {
    listCloudAccountHolders: [{ ...holder, from: ago(2), until: ago(1), before: null, after: clean }],
  })
  const card = getByRole('region', { name: 'Holders' })
  await expect.element(card.getByRole('link', { name: 'mara' })).toHaveAttribute('href', '/admin/users/mara')
  await expect.element(card.getByText('Clean-up after')).toBeVisible()
  await expect.element(card.getByText(/0 removed, empty/)).toBeVisible()
})

test('previews a file in any encoding, and adds nothing until every line is correct', async () => {
  const row = (line: number, errors: { field: string; message: string }[] = []) => ({
    line,
    id: String(200_000_000_000 + line),
    name: `pool ${line}`,
    region: 'eu-west-1',
    errors,
  })
  const report = (rows: ReturnType<typeof row>[]): CloudImportReport => {
    return { total: rows.length, refused: rows.filter(({ errors }) => errors.length > 0).length, added: 0, rows }
  }
  let found = report([row(2), row(3, [{ field: 'region', message: 'Enter the region it is used in' }])])
  const { getByRole, getByText, inputsOf, container } = await openAdmin('/admin/aws_accounts', {
    answers: { listAwsAccounts: [account(id)], getDashboard: dashboard(), importCloudAccounts: () => found },
  })
  await getByRole('button', { name: 'Import…' }).click()
  const dialog = getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const field = () => container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!
  const choose = (bytes: Uint8Array<ArrayBuffer>) =>
    userEvent.upload(field(), new File([bytes], 'accounts.csv', { type: 'text/csv' }))
  await choose(utf16Of('Müller'))
  await expect.element(getByText(/1 of 2 rows has errors/)).toBeVisible()
  await expect.element(getByText('region: Enter the region it is used in')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Add' })).toBeDisabled()
  found = report(Array.from({ length: 50 }, (_, n) => row(n + 2)))
  await choose(windows1252Of('José'))
  await getByRole('button', { name: 'Add 50 accounts' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(inputsOf('importCloudAccounts')).toEqual([
    { cloudImport: { cloud: 'aws', csv: 'Müller', dry_run: true } },
    { cloudImport: { cloud: 'aws', csv: 'José', dry_run: true } },
    { cloudImport: { cloud: 'aws', csv: 'José', dry_run: false } },
  ])
})

test('nukes several accounts only after their number is typed', async () => {
  const preview = { total: 2, changes: 2, refused: 0, reasons: [], rows: [], from: 0, labs: null }
  const startBulk = vi.fn(() => new Promise(() => undefined))
  const { getByRole, getByLabelText } = await openAdmin('/admin/aws_accounts', {
    answers: {
      listAwsAccounts: [account(id), account('220944710094')],
      getDashboard: dashboard(),
      previewBulk: preview,
      startBulk,
    },
  })
  await getByRole('checkbox', { name: 'Select all' }).click()
  await getByRole('button', { name: 'More' }).click()
  await getByRole('menuitem', { name: 'Nuke AWS accounts…' }).click()
  const submit = getByRole('button', { name: 'Nuke AWS accounts: 2' })
  await getByLabelText(/Reason/).fill('The region is closed')
  await expect.element(submit).toBeDisabled()
  await getByLabelText(/Type 2 to confirm/).fill('2')
  await submit.click()
  const sent = { action: 'aws_accounts.nuke', ids: [id, '220944710094'], reason: 'The region is closed', confirm: 2 }
  await vi.waitFor(() => expect(startBulk.mock.calls).toEqual([[expect.objectContaining({ bulkAsk: sent })]]))
})
