import { ApiError, type BackupRun, type DeadJob, type System } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, sessionOf } from '../../../test/answers.ts'
import { expectAccessible, themes } from '../../../test/axe.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-0000000005e5'
const dead: DeadJob = { id, job: 'privacy.erase', died_at: ago(1), retries: 5, error: 'The store did not answer' }

const MINUTES = 1 / 1_440

const goodRun: BackupRun = {
  ...{ name: 'flagyard-20261130T020000Z.tar', state: 'done', started_at: ago(1), ended_at: ago(1) },
  ...{ made_at: ago(1), bytes: 12e9, rows: 48_000, files: 220, error: null, differences: [] },
}

const system = (changes: Partial<System> = {}): System => ({
  at: ago(0),
  release: { version: '1.0.0', commit: '49e9f6634174', schema: '0086_processes' },
  processes: [
    {
      ...{ id, host: 'web-1', pid: 41, role: 'web', version: '1.0.0', commit: '49e9f6634174', is_responding: true },
      ...{ started_at: ago(2), beat_at: ago(0), memory_bytes: 190 * 1024 ** 2, event_loop_delay_ms: 0.4 },
    },
    {
      ...{ id: id.replace('5e5', '5e6'), host: 'worker-1', pid: 7, role: 'worker', version: '1.0.0', commit: null },
      ...{ is_responding: false, started_at: ago(3), beat_at: ago(4 * MINUTES), memory_bytes: 2 ** 28 },
      event_loop_delay_ms: 12,
    },
  ],
  queues: [{ job: 'mail.send', waiting: 10_001, oldest_at: ago(10 * MINUTES) }],
  dead_jobs: 1,
  open_alarms: 2,
  clock_difference_ms: -2_500,
  mail: { server: 'smtp', waiting: 3, oldest_at: ago(MINUTES), sent: 120, refused: 1, failed: 0 },
  backups: {
    ...{ target: 's3://backups/flagyard', next_at: ago(-1) },
    backup: { last: goodRun, good: goodRun },
    drill: {
      last: { ...goodRun, state: 'failed', bytes: null, differences: ['public.orders has 9 rows instead of 10.'] },
      good: null,
    },
  },
  storage: { used_bytes: 3 * 1024 ** 3, max_bytes: 50 * 1024 ** 3 },
  database: {
    kind: 'postgres',
    bytes: 800 * 1024 ** 2,
    tables: [{ name: 'audit', bytes: 300 * 1024 ** 2, rows: 1_200_000 }],
    running: [
      { pid: 912, state: 'active', since: ago(MINUTES), blocked_by: [913], text: 'update vouchers set used = $1' },
    ],
    slowest: null,
  },
  ...changes,
})

test('marks a silent process, a late queue, failed jobs, open alarms and a wrong clock, and links to the rows', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/operations', {
    answers: { getSystem: system(), listDeadJobs: [dead] },
  })
  await expect.element(getByText('1 not responding', { exact: true })).toBeVisible()
  await expect.element(getByText(/^Not responding for \d+ min$/)).toBeVisible()
  await expect.element(getByText('more than 10,000')).toBeVisible()
  await expect.element(getByText('behind the database', { exact: true })).toBeVisible()
  await expect.element(getByText('1.0.0 (49e9f6634174)').first()).toBeVisible()
  await expect.element(getByText('update vouchers set used = $1')).toBeVisible()
  await expect
    .element(getByRole('link', { name: '2', exact: true }))
    .toHaveAttribute('href', expect.stringContaining('/admin/alarms'))
  await expect.element(getByText('The store did not answer')).toBeVisible()
})

test('shows the latest backup and drill, what differs, and the latest success after a failure', async () => {
  const { getByText } = await openAdmin('/admin/operations', {
    answers: { getSystem: system(), listDeadJobs: [dead] },
  })
  await expect.element(getByText('s3://backups/flagyard')).toBeVisible()
  await expect.element(getByText('Succeeded')).toBeVisible()
  await expect.element(getByText('flagyard-20261130T020000Z.tar · 12 GB · 48,000 rows · 220 files')).toBeVisible()
  await expect.element(getByText('public.orders has 9 rows instead of 10.')).toBeVisible()
  await expect.element(getByText('None has succeeded yet.')).toBeVisible()
})

test('a healthy, new installation shows its empty states', async () => {
  const { getByText } = await openAdmin('/admin/operations', {
    answers: {
      getSystem: system({
        processes: [],
        queues: [],
        dead_jobs: 0,
        open_alarms: 0,
        clock_difference_ms: 0,
        backups: null,
      }),
      listDeadJobs: [],
    },
  })
  await expect.element(getByText('No process has written a heartbeat yet.')).toBeVisible()
  await expect.element(getByText('No job is due.')).toBeVisible()
  await expect.element(getByText('equals the database’s')).toBeVisible()
  await expect.element(getByText('BACKUP_TARGET')).toBeVisible()
})

test('an administrator of the clouds sees the figures, and no failed job to retry', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/operations', {
    as: sessionOf({ capabilities: ['cloud'] }),
    answers: { getSystem: system() },
  })
  await expect.element(getByText('after all retries')).toBeVisible()
  expect(getByRole('heading', { name: 'Failed jobs' }).query()).toBeNull()
})

test('a failure says so and can be tried again', async () => {
  const { getByRole, getByText } = await openAdmin('/admin/operations', {
    answers: {
      getSystem: () => {
        throw new ApiError('unavailable', 'Busy for the moment.')
      },
    },
  })
  await expect.element(getByText('Busy for the moment.')).toBeVisible()
  await expect.element(getByRole('button', { name: /again/i })).toBeVisible()
})

test.for(themes)('a phone needs no sideways scrolling, and a machine finds no fault, in %s', async (theme) => {
  localStorage.setItem('theme', theme)
  for (const width of [390, 1280]) {
    await page.viewport(width, 844)
    const { getByText, unmount } = await openAdmin('/admin/operations', {
      answers: { getSystem: system(), listDeadJobs: [dead] },
    })
    await expect.element(getByText('The store did not answer')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectAccessible(document.body)
    await unmount()
  }
})

test('retries a failed job, or discards it after a confirmation', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/dead_jobs', {
    answers: { listDeadJobs: [dead], reviveDeadJob: null, dismissDeadJob: null },
  })
  await expect.element(getByText('The store did not answer')).toBeVisible()
  await getByRole('button', { name: 'Retry' }).click()
  await vi.waitFor(() => expect(inputsOf('reviveDeadJob')).toEqual([{ id }]))
  await getByRole('button', { name: 'Discard…' }).click()
  await getByRole('button', { name: 'Discard job' }).click()
  await vi.waitFor(() => expect(inputsOf('dismissDeadJob')).toEqual([{ id }]))
})
