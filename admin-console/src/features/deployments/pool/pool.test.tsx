import { ApiError, type CloudProof, type GroupReservation, type PoolOverview } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago } from '../../../../test/answers.ts'
import { expectAccessible, themes } from '../../../../test/axe.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-00000000b0b0'
const outage = {
  ...{ id, cloud: 'aws' as const, region: 'eu-west-1', reason: 'Their page' },
  ...{ started_at: ago(0), started_by: 'ada' },
}
const region = (changes: Partial<PoolOverview['clouds'][number]['regions'][number]> = {}) => ({
  region: 'eu-west-1',
  ...{ total: 12, available: 5, leased: 1, running: 3, cleaning: 1, held: 0, quarantined: 2, pending: 0 },
  ...{ hourly_micros: 420_000, unpriced: 1, is_down: false, turnaround: { cleaned: 40, p50: 140, p95: 600 } },
  ...changes,
})
const hours = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(Date.UTC(2026, 10, 24, hour)).toISOString(),
  ...{ accounts: 10, exams: hour === 9 ? 4 : 0, spares: hour === 9 ? 1 : 0, groups: hour === 9 ? 3 : 0, labs: 1 },
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
      ...{ id, at: ago(0.1), kind: 'not_empty', cloud: 'aws', account_id: '111122223333', deployment_id: null },
      ...{ detail: 'Drift found: aws_instance left-behind', done: 'Sent to the clean-up' },
    },
  ],
  allowed: ['region_down', 'reserve'],
  ...changes,
})
const group = (changes: Partial<GroupReservation> = {}): GroupReservation => ({
  ...{ id, name: 'Class of Monday', cloud: 'aws', accounts: 25, from_at: ago(-1), until_at: ago(-1.3) },
  ...{ members: ['noor'], created_by: 'ada', created_at: ago(1), cancelled_at: null, version: 1 },
  allowed: ['update', 'cancel'],
  ...changes,
})

test('the pool tells by region what is free, what waits, how long it takes and what it costs, and the fullest hour ahead', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/pool', {
    answers: { getPool: pool(), listGroupReservations: [], listCloudProofs: [] },
  })
  const aws = getByRole('region', { name: 'AWS', exact: true })
  await expect
    .element(aws.getByText(/2 labs or exams wait, 1 of them because free accounts are reserved/))
    .toBeVisible()
  const region = aws.getByRole('region', { name: 'eu-west-1' })
  for (const figure of ['5 of 12', '2 (17%)', '2 min, 10 min', '0.42 EUR + 1 unpriced'])
    await expect.element(region.getByText(figure)).toBeVisible()
  await expect.element(aws.getByText(/Fewest left: 1 of 10/)).toBeVisible()
  await expect.element(getByText('Drift found: aws_instance left-behind')).toBeVisible()
})

test('an administrator handles a region that is down: told before what that does, and taken back by one press', async () => {
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
  await getByRole('button', { name: 'Region down…' }).click()
  await expect.element(getByText(/5 free accounts are given to nobody/)).toBeVisible()
  await expect.element(getByText(/3 labs go on/)).toBeVisible()
  await getByRole('textbox', { name: 'Reason' }).fill('Their page')
  await getByRole('button', { name: 'Take it out of use' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('startRegionOutage')).toContainEqual({
      regionOutageInput: { cloud: 'aws', region: 'eu-west-1', reason: 'Their page', dry_run: false },
    }),
  )
  await getByRole('button', { name: 'It is up again' }).click()
  await vi.waitFor(() => expect(inputsOf('endRegionOutage')).toEqual([{ id }]))
})

test('accounts are kept for a group of 25, and whoever books too many is told what takes the others', async () => {
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
  await getByRole('button', { name: 'Keep accounts…' }).click()
  await getByRole('textbox', { name: 'Name' }).fill('Class of Friday')
  await getByRole('spinbutton', { name: 'Accounts' }).fill('25')
  await getByRole('dialog').getByLabelText(/^From/).fill('2026-12-04T09:00')
  await getByRole('dialog')
    .getByLabelText(/^Until/)
    .fill('2026-12-04T17:00')
  await getByRole('textbox', { name: /^Learners/ }).fill('noor\nomar')
  await getByRole('button', { name: 'Keep them' }).click()
  await expect.element(getByText(sentence)).toBeVisible()
  expect(inputsOf('createGroupReservation')[0]).toMatchObject({
    groupReservationInput: { name: 'Class of Friday', accounts: 25, members: ['noor', 'omar'] },
  })
})

test('by cloud it says when that was proved, and by what, or that it never was', async () => {
  const proof: CloudProof = {
    ...{
      cloud: 'aws',
      at: '2026-11-03T10:00:00Z',
      account_id: '111122223333',
      lab: 'open-door',
      module: 'aws/open-door',
    },
    ...{ module_version: '1.0.0', program: 'Terraform 1.11.4', residue: { count: 0, first: [] } },
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
    .element(getByRole('region', { name: 'Google Cloud', exact: true }).getByText(/^Never proved/))
    .toBeVisible()
})

test('proofs that cannot be read are told as such, never as none, and asked for again', async () => {
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
  const told = getByText(/Whether the clouds were proved could not be read. The database is busy./)
  await expect.element(told).toBeVisible()
  await expect.element(getByText(/^Never proved/)).not.toBeInTheDocument()
  answer = []
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByText(/^Never proved/)).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
})

test('the pool that cannot be asked says so', async () => {
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
    await expect.element(getByRole('region', { name: 'Regions that are down' })).toBeVisible()
    await expect.element(getByRole('listitem').filter({ hasText: 'Class of Monday' })).toBeVisible()
    const main = getByRole('main').element()
    await expectAccessible(main)
    expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth)
    for (const [opener, words] of [
      ['Region down…', /3 labs go on/],
      ['Keep accounts…', 'Keep accounts for a group'],
      ['Give back…', /^Reason/],
    ] as const) {
      await getByRole('button', { name: opener }).click()
      const dialog = getByRole('dialog')
      await expect.element(dialog.getByText(words).first()).toBeVisible()
      await expectAccessible(dialog.element())
      await dialog.getByRole('button', { name: /^(Leave it|Keep none|Keep it)$/ }).click()
      await expect.element(dialog).not.toBeInTheDocument()
    }
    await unmount()
  }
})
