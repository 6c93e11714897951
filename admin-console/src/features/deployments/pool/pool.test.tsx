import { ApiError, type CloudProof, type GroupReservation, type PoolOverview } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago } from '../../../../test/answers.ts'
import { expectAccessible, themes } from '../../../../test/axe.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-00000000b0b0'
const outage = {
  id,
  cloud: 'aws' as const,
  region: 'eu-west-1',
  reason: 'Their page',
  started_at: ago(0),
  started_by: 'ada',
}
const region = (changes: Partial<PoolOverview['clouds'][number]['regions'][number]> = {}) => ({
  region: 'eu-west-1',
  total: 12,
  available: 5,
  leased: 1,
  running: 3,
  cleaning: 1,
  held: 0,
  quarantined: 2,
  pending: 0,
  hourly_micros: 420_000,
  unpriced: 1,
  is_down: false,
  turnaround: { cleaned: 40, p50: 140, p95: 600 },
  ...changes,
})
const hours = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(Date.UTC(2026, 10, 24, hour)).toISOString(),
  accounts: 10,
  exams: hour === 9 ? 4 : 0,
  spares: hour === 9 ? 1 : 0,
  groups: hour === 9 ? 3 : 0,
  labs: 1,
  left: hour === 9 ? 1 : 9,
}))
const pool = (changes: Partial<PoolOverview> = {}): PoolOverview => ({
  clouds: [
    {
      cloud: 'aws',
      queue: {
        queued: 2,
        waits_for: { account: 1, bookings: 1, extra_data: 0 },
        oldest_at: ago(0.01),
        estimate_seconds: 600,
      },
      regions: [region()],
      forecast: hours,
    },
  ],
  outages: [],
  drifts: [
    {
      id,
      at: ago(0.1),
      kind: 'not_empty',
      cloud: 'aws',
      account_id: '111122223333',
      deployment_id: null,
      detail: 'Drift found: aws_instance left-behind',
      done: 'Sent to the clean-up',
    },
  ],
  allowed: ['region_down', 'reserve'],
  ...changes,
})
const group = (changes: Partial<GroupReservation> = {}): GroupReservation => ({
  id,
  name: 'Class of Monday',
  cloud: 'aws',
  accounts: 25,
  from_at: ago(-1),
  until_at: ago(-1.3),
  members: ['noor'],
  created_by: 'ada',
  created_at: ago(1),
  cancelled_at: null,
  version: 1,
  allowed: ['update', 'cancel'],
  ...changes,
})

test('shows capacity, queue, turnaround and cost by region, and the fullest hour ahead', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/pool', {
    answers: { getPool: pool(), listGroupReservations: [], listCloudProofs: [] },
  })
  const aws = getByRole('region', { name: 'AWS', exact: true })
  await expect
    .element(aws.getByText(/2 labs or exams waiting, 1 of them because free accounts are reserved/))
    .toBeVisible()
  const region = aws.getByRole('region', { name: 'eu-west-1' })
  for (const figure of ['5 of 12', '2 (17%)', '2 min, 10 min', '0.42 EUR + 1 unpriced'])
    await expect.element(region.getByText(figure)).toBeVisible()
  await expect.element(aws.getByText(/Minimum left: 1 of 10/)).toBeVisible()
  await expect.element(getByText('Drift found: aws_instance left-behind')).toBeVisible()
})

test('marks a region as down after a preview, and as up again with one click', async () => {
  let stored = pool()
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/pool', {
    answers: {
      getPool: () => stored,
      listGroupReservations: [],
      listCloudProofs: [],
      startRegionOutage: () => {
        stored = pool({ outages: [outage] })
        return { id, available: 5, building: 1, running: 3, exams: 0 }
      },
      endRegionOutage: () => {
        stored = pool()
        return undefined
      },
    },
  })
  await getByRole('button', { name: 'Mark as down…' }).click()
  await expect.element(getByText(/5 free accounts are not leased/)).toBeVisible()
  await expect.element(getByText(/3 running labs/)).toBeVisible()
  await getByRole('textbox', { name: 'Reason' }).fill('Their page')
  await getByRole('button', { name: 'Mark as down' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('startRegionOutage')).toContainEqual({
      regionOutageInput: { cloud: 'aws', region: 'eu-west-1', reason: 'Their page', dry_run: false },
    }),
  )
  await getByRole('button', { name: 'Mark as up' }).click()
  await vi.waitFor(() => expect(inputsOf('endRegionOutage')).toEqual([{ id }]))
})

test('reserves accounts for a group, and explains why too many cannot be reserved', async () => {
  const sentence = 'At the busiest moment, only 7 of 25 accounts are left. Taken: 3 for exams with 1 spare.'
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/pool', {
    answers: {
      getPool: pool(),
      listGroupReservations: [group()],
      listCloudProofs: [],
      createGroupReservation: new ApiError('conflict', sentence),
      cancelGroupReservation: group({ cancelled_at: ago(0), allowed: [] }),
    },
  })
  await expect.element(getByText(/25 accounts on AWS for 1 learner/)).toBeVisible()
  await getByRole('button', { name: 'Reserve accounts…' }).click()
  await getByRole('textbox', { name: 'Name' }).fill('Class of Friday')
  await getByRole('spinbutton', { name: 'Accounts' }).fill('25')
  await getByRole('dialog').getByLabelText(/^From/).fill('2026-12-04T09:00')
  await getByRole('dialog')
    .getByLabelText(/^Until/)
    .fill('2026-12-04T17:00')
  await getByRole('textbox', { name: /^Learners/ }).fill('noor\nomar')
  await getByRole('button', { name: 'Reserve accounts' }).click()
  await expect.element(getByText(sentence)).toBeVisible()
  expect(inputsOf('createGroupReservation')[0]).toMatchObject({
    groupReservationInput: { name: 'Class of Friday', accounts: 25, members: ['noor', 'omar'] },
  })
})

test('shows the latest proof of each cloud, or that there is none', async () => {
  const proof: CloudProof = {
    ...{
      cloud: 'aws',
      at: '2026-11-03T10:00:00Z',
      account_id: '111122223333',
      lab: 'open-door',
      module: 'aws/open-door',
    },
    module_version: '1.0.0',
    program: 'Terraform 1.11.4',
    residue: { count: 0, first: [] },
    removed: { count: 7, first: [{ type: 'SSMParameter', name: '/flagyard/stray' }] },
  }
  const [aws] = pool().clouds
  const clouds = [aws!, { ...aws!, cloud: 'gcp' as const }]
  const { getByRole } = await openAdmin('/admin/pool', {
    answers: { getPool: pool({ clouds }), listGroupReservations: [], listCloudProofs: [proof] },
  })
  const onAws = getByRole('region', { name: 'AWS', exact: true })
  await onAws.getByText(/^Proved on 3 Nov/).click()
  await expect.element(onAws.getByText('/flagyard/stray')).toBeVisible()
  await expect.element(onAws.getByText(/by Terraform 1.11.4 from aws\/open-door 1.0.0/)).toBeVisible()
  await expect
    .element(getByRole('region', { name: 'Google Cloud', exact: true }).getByText(/^Not tested with a cloud account/))
    .toBeVisible()
})

test('distinguishes proofs that failed to load from missing ones, and retries', async () => {
  let answer: CloudProof[] | ApiError = new ApiError('unavailable', 'The database is busy.')
  const { getByText } = await openAdmin('/admin/pool', {
    answers: {
      getPool: pool(),
      listGroupReservations: [],
      listCloudProofs: () => {
        if (answer instanceof ApiError) throw answer
        return answer
      },
    },
  })
  const failure = getByText(/Could not load the cloud proofs. The database is busy./)
  await expect.element(failure).toBeVisible()
  await expect.element(getByText(/^Not tested with a cloud account/)).not.toBeInTheDocument()
  answer = []
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByText(/^Not tested with a cloud account/)).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

test('shows why the pool could not be loaded', async () => {
  const { getByText } = await openAdmin('/admin/pool', {
    answers: {
      getPool: new ApiError('unavailable', 'The database is busy.'),
      listGroupReservations: [],
      listCloudProofs: [],
    },
  })
  await expect.element(getByText(/The database is busy/)).toBeVisible()
})

test.for(themes)('on a phone and on a desk, in %s, a machine finds no fault', async (theme) => {
  localStorage.setItem('theme', theme)
  const [aws] = pool().clouds
  const regions = [region({ is_down: true }), region({ region: 'eu-central-1' })]
  const answers = {
    getPool: pool({ clouds: [{ ...aws!, regions }], outages: [outage] }),
    listGroupReservations: [group()],
    listCloudProofs: [],
    startRegionOutage: { id: null, available: 5, building: 1, running: 3, exams: 0 },
  }
  for (const width of [390, 1280]) {
    await page.viewport(width, 860)
    const { getByRole, unmount } = await openAdmin('/admin/pool', { answers })
    await expect.element(getByRole('region', { name: 'Regions down' })).toBeVisible()
    await expect.element(getByRole('listitem').filter({ hasText: 'Class of Monday' })).toBeVisible()
    const main = getByRole('main').element()
    await expectAccessible(main)
    expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth)
    for (const [opener, words] of [
      ['Mark as down…', /3 running labs/],
      ['Reserve accounts…', 'Reserve accounts for a group'],
      ['Cancel reservation…', /^Reason/],
    ] as const) {
      await getByRole('button', { name: opener }).click()
      const dialog = getByRole('dialog')
      await expect.element(dialog.getByText(words).first()).toBeVisible()
      await expectAccessible(dialog.element())
      await dialog.getByRole('button', { name: /^Cancel$/ }).click()
      await expect.element(dialog).not.toBeInTheDocument()
    }
    await unmount()
  }
})
