import { ApiError, type DeploymentRecord } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  account,
  ago,
  deploymentRecord,
  deploymentRow,
  labQueue,
  sessionOf,
  userRecord,
} from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-000000000041'
const why = 'InsufficientInstanceCapacity: no t3.small in eu-west-1a.'
const message = `The provider could not build your lab: ${why} Your progress is saved, and no reset was used. Please deploy it again.`
const failed = (changes: Partial<DeploymentRecord> = {}) =>
  deploymentRecord({
    state: 'ended',
    reason: 'failed',
    message,
    ends_at: null,
    ended_at: ago(0.01),
    running_at: null,
    stages: [
      { name: 'Drawing the account', state: 'done', started_at: ago(0.02), ended_at: ago(0.019), log: ['made'] },
      { name: 'Planting your flags', state: 'failed', started_at: ago(0.019), ended_at: ago(0.01), log: [why] },
    ],
    allowed: ['retry'],
    retry_refusal: null,
    ...changes,
  })

test('shows support the learner’s message and log of a failed lab, and retries it with a reason', async () => {
  const made = '00000000-0000-4000-8000-000000000042'
  const { getByRole, getByText, inputsOf, path } = await openAdmin(`/admin/deployments/${id}`, {
    answers: {
      getDeploymentForAdmin: ({ id: asked }: { id: string }) =>
        asked === made ? deploymentRecord({ id: made, state: 'held', held_until: ago(-0.006) }) : failed(),
      retryDeployment: deploymentRecord({ id: made, state: 'held' }),
    },
  })
  const learner = getByRole('region', { name: 'Learner’s view' })
  await expect
    .element(learner)
    .toMatchTextContent(
      /This lab could not be built\. That is our fault, and it costs you nothing\. The provider could not/,
    )
  await learner.getByText('Log').nth(1).click()
  await expect.element(learner.getByText(why, { exact: true })).toBeVisible()
  await getByRole('button', { name: 'Retry…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
  await getByRole('button', { name: 'Retry' }).click()
  await expect.element(getByText(/An account is reserved for the learner, who is away/)).toBeVisible()
  expect(path()).toBe(`/admin/deployments/${made}`)
  expect(inputsOf('retryDeployment')).toEqual([{ id, deploymentRetry: { reason: 'Ticket 4711' } }])
})

test('hides actions that are not allowed, and explains why a retry is not possible', async () => {
  const refused = failed({ allowed: ['end'], retry_refusal: 'There is a newer one of this lab.', next: id })
  const { getByRole, getByText } = await openAdmin(`/admin/deployments/${id}`, {
    answers: {
      getDeploymentForAdmin: refused,
      endDeployment: new ApiError('conflict', 'It has just ended or is ending.'),
    },
  })
  await expect.element(getByText(/cannot be retried here: There is a newer one/)).toBeVisible()
  await expect.element(getByRole('link', { name: 'newer deployment of this lab' })).toBeVisible()
  for (const name of ['Retry…', 'Hold…']) expect(getByRole('button', { name }).query()).toBeNull()
  await getByRole('button', { name: 'End…' }).click()
  await getByRole('textbox', { name: 'Reason' }).fill('It hangs')
  await getByRole('button', { name: 'End deployment' }).click()
  await expect.element(getByText('It has just ended or is ending.')).toBeVisible()
})

test('shows queue positions, and warns that no account will become free', async () => {
  const waiting = { state: 'queued', account_id: null, region: null, running_at: null, ends_at: null } as const
  const queue = { place: 1, estimate_seconds: null, waits_for: 'account' } as const
  const { getByRole, inputsOf } = await openAdmin(
    `/admin/deployments?filter=${encodeURIComponent('{"state":["queued","held"]}')}&sort=queue&order=ASC`,
    {
      answers: {
        listDeployments: [
          deploymentRow({ ...waiting, queue, allowed: ['end'] }),
          deploymentRow({
            ...waiting,
            id: id.replace('41', '43'),
            username: 'jon',
            allowed: ['end'],
            queue: { place: 2, estimate_seconds: 840, waits_for: 'bookings' },
          }),
        ],
        listLabQueues: [
          labQueue({ down: 5 }),
          labQueue({ cloud: 'gcp', queued: 0, held: 0, pending: 0, oldest_at: null, regions: [] }),
        ],
      },
    },
  )
  const aws = getByRole('list', { name: 'Queues' })
  await expect
    .element(aws)
    .toMatchTextContent(/AWS: 2 labs or exams waiting.*No account will become free automatically/)
  await expect
    .element(aws)
    .toMatchTextContent(/Or mark the region as up again\.Accounts: 0 free · 5 in a region that is down/)
  await expect
    .element(aws.getByRole('link', { name: '3 on hold' }))
    .toHaveAttribute('href', expect.stringContaining('/admin/aws_accounts'))
  await expect.element(aws).not.toMatchTextContent(/Google/)
  await expect.element(page.getByRole('row', { name: /mara/ })).toMatchTextContent(/1 · no estimate/)
  await expect.element(page.getByRole('row', { name: /jon/ })).toMatchTextContent(/2 · about 14 min/)
  expect(inputsOf('listDeployments').at(-1)).toMatchObject({ sort: '["queue","ASC"]' })
})

test('links rows to learner, account and page, and marks exam environments', async () => {
  const exam = deploymentRow({ kind: 'exam', lab: null, exam: 'expert', title: 'The expert', allowed: ['hold'] })
  const { getByRole } = await openAdmin('/admin/users/mara/deployments', {
    answers: {
      getUser: userRecord('mara'),
      listUserLabs: [],
      listDeployments: [exam],
      getDeploymentForAdmin: deploymentRecord({ ...exam, attempt_id: id, flags: { solved: 2, total: 5 } }),
    },
  })
  await expect
    .element(getByRole('link', { name: '220944710032' }))
    .toHaveAttribute('href', '/admin/aws_accounts/220944710032')
  await getByRole('button', { name: 'Hold…' }).click()
  await expect.element(getByRole('dialog')).toMatchTextContent(/exam’s clock is paused/)
  await getByRole('button', { name: 'Leave it' }).click()
  await getByRole('link', { name: 'The expert · Exam' }).click()
  await expect.element(getByRole('heading', { name: 'The expert', level: 1 })).toBeVisible()
  await expect
    .element(getByRole('link', { name: 'the attempt' }))
    .toHaveAttribute('href', `/admin/users/mara/exams?attempt=${id}`)
})

test('finds the holder of an account at the time in the address', async () => {
  const holder = { deployment_id: id, username: 'mara', lab: 'open-door', exam: null, reason: null }
  const { getByRole, getByText, getByLabelText, inputsOf, path } = await openAdmin('/admin/aws_accounts/220944710032', {
    as: sessionOf({ capabilities: ['cloud'] }),
    answers: {
      getCloudAccount: account('220944710032'),
      listCloudAccountHolders: [],
      findCloudAccountHolder: ({ at }: { at: string }) => ({
        at,
        status: 'Provisioned',
        before: null,
        after: null,
        holder: { ...holder, from: ago(2), until: ago(1), before: null, after: null },
      }),
    },
  })
  await expect.element(getByText('No holders yet.')).toBeVisible()
  await getByLabelText('Holder at').fill('2026-11-21T08:12')
  await expect.element(getByRole('link', { name: 'open-door' })).toHaveAttribute('href', `/admin/deployments/${id}`)
  expect(path()).toContain('?at=2026-11-21T08%3A12')
  expect(inputsOf('findCloudAccountHolder')).toMatchObject([{ at: new Date('2026-11-21T08:12').toISOString() }])
})

test('replaces the environment of an exam, and explains the effect on its clock', async () => {
  const exam = { kind: 'exam' as const, lab: null, exam: 'expert', title: 'The expert', attempt_id: id }
  const { getByRole, inputsOf } = await openAdmin(`/admin/deployments/${id}`, {
    answers: {
      getDeploymentForAdmin: deploymentRecord({ ...exam, allowed: ['end', 'retry'] }),
      endDeployment: deploymentRecord({ ...exam, state: 'ending', allowed: [] }),
    },
  })
  await getByRole('button', { name: 'Retry…' }).click()
  await expect.element(getByRole('dialog')).toMatchTextContent(/Builds a new environment for the exam/)
  await getByRole('button', { name: 'Cancel' }).click()
  await getByRole('button', { name: 'End…' }).click()
  await expect.element(getByRole('dialog')).toMatchTextContent(/the clock is paused until the new environment is ready/)
  await expect.element(getByRole('textbox', { name: /Message to the learner/ })).not.toBeInTheDocument()
  await getByRole('textbox', { name: /^Reason/ }).fill('Its network hangs')
  await getByRole('button', { name: 'End and rebuild' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('endDeployment')).toEqual([{ id, deploymentEnd: { reason: 'Its network hangs' } }]),
  )
})
