import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { account, ago, dashboard } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const held = account('220944710093', { status: 'Locked', lock_reason: 'hold', allowed: ['update', 'release', 'nuke'] })

test('filters the pool by state and lock reason, with counts', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/aws_accounts', {
    answers: { listAwsAccounts: [held], getDashboard: dashboard() },
  })
  await expect.element(getByRole('button', { name: 'Available 3' })).toBeVisible()
  await getByRole('button', { name: 'Quarantine 1' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listAwsAccounts').at(-1)).toMatchObject({ filter: '{"lock_reason":"quarantine"}' }),
  )
})

test('adds an account without storing its credentials in the browser', async () => {
  const added = account('123456789012', { status: 'Pending', allowed: [] })
  const { getByRole, inputsOf, path } = await openAdmin('/admin/aws_accounts', {
    answers: {
      listAwsAccounts: [held],
      getDashboard: dashboard(),
      getCloudAccount: added,
      updateAwsAccount: added,
    },
  })
  await getByRole('link', { name: 'New account' }).click()
  await getByRole('textbox', { name: 'Account ID' }).fill('123456789012')
  await getByRole('textbox', { name: 'Name' }).fill('lab one')
  await getByRole('textbox', { name: 'Region' }).fill('eu-west-1')
  await getByRole('textbox', { name: 'Access key id' }).fill('AKIAEXAMPLE')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByRole('textbox', { name: 'Secret access key' })).toHaveFocus()
  expect(inputsOf('updateAwsAccount')).toEqual([])
  await getByRole('textbox', { name: 'Secret access key' }).fill('very-secret')
  await vi.waitFor(() => expect(JSON.stringify(localStorage)).toContain('lab one'))
  expect(JSON.stringify(localStorage)).not.toMatch(/AKIAEXAMPLE|very-secret/)
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/aws_accounts/123456789012'))
  expect(inputsOf('updateAwsAccount')).toEqual([
    {
      awsAccountEdit: {
        account_id: '123456789012',
        name: 'lab one',
        region: 'eu-west-1',
        notes: '',
        credentials: { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'very-secret' },
      },
    },
  ])
})

test('nukes an account once, after its ID is typed', async () => {
  let finish: (value: unknown) => void = () => undefined
  const nukeAwsAccount = vi.fn(() => new Promise((resolve) => (finish = resolve)))
  const { getByRole, getByLabelText } = await openAdmin('/admin/aws_accounts/220944710093', {
    answers: { getCloudAccount: held, nukeAwsAccount },
  })
  await getByRole('button', { name: 'Nuke 220944710093' }).click()
  const go = getByRole('button', { name: 'Nuke account' })
  await getByLabelText(/Type 220944710093/).fill('22094471009')
  await expect.element(go).toBeDisabled()
  await getByLabelText(/Type 220944710093/).fill('220944710093')
  await go.click()
  await expect.element(go).toBeDisabled()
  const overlay = getByRole('alertdialog', { name: 'Starting the nuke…' })
  await expect.element(overlay).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(overlay).toBeVisible()
  finish({ ...held, status: 'Nuking', lock_reason: null })
  await expect.element(go).not.toBeInTheDocument()
  await expect.element(overlay).not.toBeInTheDocument()
  expect(nukeAwsAccount.mock.calls).toEqual([
    [{ account_id: '220944710093', nukeConfirmation: { confirm: '220944710093' } }],
  ])
})

test('nukes a leased account only if ending its lab is selected', async () => {
  const leased = account('220944710032', { status: 'Provisioned', holder: 'mara', allowed: ['end_and_nuke'] })
  const nukeAwsAccount = vi.fn(() => leased)
  const { getByRole, getByLabelText } = await openAdmin('/admin/aws_accounts/220944710032', {
    answers: { getCloudAccount: leased, nukeAwsAccount },
  })
  await getByRole('button', { name: 'Nuke 220944710032' }).click()
  await getByLabelText(/Type 220944710032/).fill('220944710032')
  await expect.element(getByRole('button', { name: 'Nuke account' })).toBeDisabled()
  await getByLabelText('End the running lab of mara').click()
  await getByRole('button', { name: 'Nuke account' }).click()
  await vi.waitFor(() =>
    expect(nukeAwsAccount).toHaveBeenCalledWith({
      account_id: '220944710032',
      nukeConfirmation: { confirm: '220944710032', end_deployment: true },
    }),
  )
})

test('polls an account during a nuke until it is available', async () => {
  const stages = [
    account('220944710051', { status: 'Nuking', allowed: [] }),
    account('220944710051', { status: 'Nuked', allowed: [] }),
    account('220944710051', { status: 'Available' }),
  ]
  const { getByRole } = await openAdmin('/admin/aws_accounts/220944710051', {
    answers: { getCloudAccount: () => (stages.length > 1 ? stages.shift() : stages[0]) },
  })
  await expect.element(getByRole('status').getByText('Nuking')).toBeVisible()
  expect(getByRole('button', { name: 'Nuke 220944710051' }).query()).toBeNull()
  await expect.element(getByRole('status').getByText('Available'), { timeout: 10_000 }).toBeVisible()
  await expect.element(getByRole('button', { name: 'Nuke 220944710051' })).toBeEnabled()
}, 20_000)

test('releases a hold with its version', async () => {
  const updateAwsAccount = vi.fn(() => account('220944710093', { version: 2 }))
  const { getByRole } = await openAdmin('/admin/aws_accounts/220944710093', {
    answers: { getCloudAccount: held, updateAwsAccount },
  })
  await getByRole('button', { name: 'Release…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Quota raised')
  await getByRole('button', { name: 'Release account' }).click()
  await vi.waitFor(() =>
    expect(updateAwsAccount).toHaveBeenCalledWith({
      awsAccountEdit: {
        account_id: '220944710093',
        version: 1,
        hold: false,
        reason: 'Quota raised',
      },
    }),
  )
})

test('previews a hold of an account in use, and shows it until the lab has ended', async () => {
  let now = account('220944710032', { status: 'Provisioned', holder: 'mara', lab: 'open-door', allowed: ['hold'] })
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/aws_accounts/220944710032', {
    answers: {
      getCloudAccount: () => now,
      updateAwsAccount: () => {
        now = { ...now, hold_reason: 'Abuse notice', allowed: [] }
        return now
      },
    },
  })
  await getByRole('button', { name: 'Hold…' }).click()
  await expect.element(getByText(/The lab of mara ends now and its credentials stop working/)).toBeVisible()
  await getByRole('textbox', { name: 'Reason' }).fill('Abuse notice')
  await getByRole('button', { name: 'Hold account' }).click()
  await expect.element(getByRole('status').getByText('Provisioned: hold requested')).toBeVisible()
  expect(inputsOf('updateAwsAccount')).toEqual([
    { awsAccountEdit: { account_id: '220944710032', version: 1, hold: true, reason: 'Abuse notice' } },
  ])
  now = { ...now, status: 'Locked', lock_reason: 'hold', hold_reason: null, allowed: ['release'] }
  await expect.element(getByRole('status').getByText('Locked: hold')).toBeVisible()
})

test('hides all actions if the server allows none', async () => {
  const { getByRole } = await openAdmin('/admin/aws_accounts/220944710093', {
    answers: { getCloudAccount: { ...held, allowed: [] } },
  })
  await expect.element(getByRole('heading', { name: '220944710093' })).toBeVisible()
  expect(getByRole('button', { name: /Nuke|Release/ }).query()).toBeNull()
})

test('collapses earlier steps, and links holder and lab', async () => {
  const step = (n: number) => ({ at: ago(60 - n), from: null, to: 'Dirty', reason: `Step ${n}`, by: null }) as const
  const old = account('220944710032', {
    holder: 'mara',
    lab: 'open-door',
    history: Array.from({ length: 40 }, (_, n) => step(n)),
  })
  const { getByRole, getByText } = await openAdmin('/admin/aws_accounts/220944710032', {
    answers: { getCloudAccount: old },
  })
  const lifecycle = getByRole('region', { name: 'Lifecycle' })
  await expect.element(getByText('Step 39', { exact: true })).toBeVisible()
  expect(lifecycle.getByRole('listitem').elements()).toHaveLength(8)
  await getByRole('button', { name: 'Show 32 earlier steps' }).click()
  expect(lifecycle.getByRole('listitem').elements()).toHaveLength(40)
  await expect.element(getByRole('link', { name: 'mara' })).toHaveAttribute('href', '/admin/users/mara')
  await expect.element(getByRole('link', { name: 'open-door' })).toHaveAttribute('href', '/admin/labs/open-door')
})
