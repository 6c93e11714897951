import { ApiError, type FreezeReport } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { account, ago, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const report = (changes: Partial<FreezeReport> = {}): FreezeReport => ({
  username: 'mara',
  dry_run: true,
  sessions: 2,
  labs: [
    { deployment_id: '00000000-0000-4000-8000-000000000031', lab: 'open-door', exam: null, state: 'running' },
    { deployment_id: '00000000-0000-4000-8000-000000000032', lab: 'closed-door', exam: null, state: 'queued' },
  ],
  accounts: [
    {
      cloud: 'aws',
      account_id: '220944710032',
      lab: 'open-door',
      exam: null,
      resources: 30,
      types: [{ type: 'aws_instance', count: 30, hourly_micros: null }],
      read_at: ago(0),
    },
  ],
  exams: [],
  booked: [],
  was_disabled: false,
  ...changes,
})

interface Input {
  freezeAsk: { dry_run: boolean }
}

test('finds the holder for an abuse notice, and freezes the account after a preview', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/aws_accounts/220944710032', {
    answers: {
      getCloudAccount: account('220944710032'),
      listCloudAccountHolders: [],
      findCloudAccountHolder: {
        at: ago(0),
        holder: {
          deployment_id: '00000000-0000-4000-8000-000000000031',
          username: 'mara',
          lab: 'open-door',
          exam: null,
          from: ago(0.1),
          until: null,
          reason: null,
          before: null,
          after: null,
        },
        status: 'Provisioned',
        before: null,
        after: null,
      },
      getUser: userRecord('mara', { allowed: ['freeze'] }),
      freezeUser: report(),
    },
  })
  await getByRole('button', { name: 'Abuse notice…' }).click()
  await getByRole('button', { name: 'Freeze mara…' }).click()
  const dialog = getByRole('dialog', { name: 'Freeze mara' })
  const effects = dialog.getByRole('list', { name: 'Effects' })
  await expect.element(effects.getByText('open-door ends after its credentials are revoked')).toBeVisible()
  await expect.element(effects.getByText('closed-door leaves the queue')).toBeVisible()
  await expect.element(effects.getByText(/^220944710032 is put on hold: 30 resources/)).toBeVisible()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Reason' }))
    .toHaveValue(expect.stringMatching(/^Abuse notice for 220944710032, /))
  await dialog.getByRole('button', { name: 'Freeze account' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = (inputsOf('freezeUser') as unknown as Input[]).filter(({ freezeAsk }) => !freezeAsk.dry_run)
  expect(sent).toMatchObject([{ username: 'mara', freezeAsk: { stop_exam: false } }])
})

test('explains that the account had no holder at that time', async () => {
  const { getByRole } = await openAdmin('/admin/aws_accounts/220944710032', {
    answers: {
      getCloudAccount: account('220944710032'),
      listCloudAccountHolders: [],
      findCloudAccountHolder: { at: ago(0), status: 'Available', holder: null, before: null, after: null },
    },
  })
  await getByRole('button', { name: 'Abuse notice…' }).click()
  await expect.element(getByRole('status').getByText(/^No holder at that time/)).toBeVisible()
})

test('offers to pause an exam in progress, and shows an error in the dialog', async () => {
  const exams = [{ slug: 'expert', title: 'Cloud expert', seconds_left: 5400 }]
  const { getByRole, getByText } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara', { allowed: ['freeze'] }),
      freezeUser: ({ freezeAsk }: Input) => {
        if (freezeAsk.dry_run) return report({ exams })
        throw new ApiError('conflict', 'This account is frozen already.')
      },
    },
  })
  await getByRole('button', { name: 'Freeze…' }).click()
  await expect.element(getByText(/The exam “Cloud expert” is in progress/)).toBeVisible()
  await getByRole('switch', { name: 'Pause the exam’s clock' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('A notice')
  await getByRole('button', { name: 'Freeze account' }).click()
  await expect.element(getByText('This account is frozen already.')).toBeVisible()
})

test('shows the freeze with its cloud accounts, and unfreezes with a reason', async () => {
  const accounts = [{ cloud: 'aws' as const, account_id: '220944710032', state: 'held' as const }]
  const freeze = { at: ago(1), by: 'ada', reason: 'Notice 4711', sessions: 2, labs: 1, stopped_exam: false, accounts }
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser: userRecord('mara', { state: 'disabled', disabled_at: ago(1), freeze, allowed: ['unfreeze'] }),
      unfreezeUser: { message: 'mara can sign in again.' },
    },
  })
  const notice = getByRole('region', { name: 'Account freeze' })
  await expect.element(notice.getByText(/by ada: Notice 4711$/)).toBeVisible()
  await expect
    .element(notice.getByRole('link', { name: '220944710032' }))
    .toHaveAttribute('href', '/admin/aws_accounts/220944710032')
  await notice.getByRole('button', { name: 'Unfreeze…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('It was a mistake')
  await getByRole('button', { name: 'Unfreeze account', exact: true }).click()
  await vi.waitFor(() =>
    expect(inputsOf('unfreezeUser')).toEqual([
      { username: 'mara', unfreezeAsk: { reason: 'It was a mistake', release_accounts: false } },
    ]),
  )
})
