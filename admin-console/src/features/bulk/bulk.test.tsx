import type { BulkJob } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { bulkJob, sessionOf, userRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const { id } = bulkJob()
const address = `/admin/bulk_jobs/${id}`
const items = {
  failed: [{ id: 'jon', label: null, state: 'failed', message: 'This account is disabled already.' }],
  done: [{ id: 'mara', label: null, state: 'done', message: null }],
}
const listBulkItems = ({ filter = '{}' }: { filter?: string }) => items[JSON.parse(filter).state as 'done' | 'failed']

test('shows the progress of a job, and cancels it', async () => {
  let job: BulkJob = bulkJob({
    state: 'running',
    done: 10,
    failed: 0,
    finished_at: null,
    undo_until: null,
    allowed: ['cancel'],
  })
  const cancelBulkJob = vi.fn(() => {
    job = bulkJob({ state: 'cancelled', done: 12, failed: 0, allowed: [] })
    return job
  })
  const { getByRole, getByText } = await openAdmin(address, { answers: { getBulkJob: () => job, cancelBulkJob } })
  await expect.element(getByText('10 done, 30 not done')).toBeVisible()
  job = { ...job, done: 12 }
  await expect.element(getByText('12 done, 28 not done')).toBeVisible()
  await getByRole('button', { name: 'Cancel remaining' }).click()
  await expect.element(getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()
  expect(cancelBulkJob).toHaveBeenCalledWith({ job_id: id })
  expect(getByRole('button', { name: 'Cancel remaining' }).query()).toBeNull()
})

test('lists failed rows with reasons, and selects them again', async () => {
  const { getByRole, getByText, path } = await openAdmin(address, {
    answers: { getBulkJob: bulkJob(), listBulkItems, listUsers: [userRow('jon')], listCourseChoices: [] },
  })
  await expect.element(getByText('37 done, 3 failed')).toBeVisible()
  await expect.element(getByText('This account is disabled already.')).toBeVisible()
  await getByRole('button', { name: 'Select failed rows' }).click()
  await expect.element(getByText('1 account selected')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Remove filter Only 1 row' })).toBeVisible()
  expect(decodeURIComponent(path())).toContain('{"id":["jon"]}')
})

test('neither requests nor shows names without access to personal data', async () => {
  const { inputsOf, getByRole, getByText } = await openAdmin(address, {
    as: sessionOf({ capabilities: ['content'] }),
    answers: { getBulkJob: bulkJob({ action: 'lesson_reports.close' }) },
  })
  await expect.element(getByText('37 done, 3 failed')).toBeVisible()
  await expect.element(getByRole('link', { name: 'View list' })).toHaveAttribute('href', '/admin/lesson_reports')
  expect(getByRole('alert').query()).toBeNull()
  expect(inputsOf('listBulkItems')).toEqual([])
})

test('undo opens the job that reverses this one', async () => {
  const undoBulkJob = vi.fn(() =>
    bulkJob({
      id: '00000000-0000-4000-8000-000000000006',
      action: 'users.enable',
      undoes: id,
      undo_until: null,
      allowed: [],
    }),
  )
  const { getByRole } = await openAdmin(address, {
    answers: {
      getBulkJob: ({ job_id }: { job_id: string }) =>
        bulkJob({ id: job_id, failed: 0, ...(job_id !== id && { action: 'users.enable', undoes: id }) }),
      undoBulkJob,
    },
  })
  await getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(getByRole('heading', { name: 'Undo: disable accounts' })).toBeVisible()
})

test('hides undo if the server does not allow it', async () => {
  const { getByRole, getByText } = await openAdmin(address, {
    answers: { getBulkJob: bulkJob({ failed: 0, allowed: [] }) },
  })
  await expect.element(getByText('37 done, 3 not done')).toBeVisible()
  expect(getByRole('button', { name: 'Undo', exact: true }).query()).toBeNull()
})

test('the list shows the outcome of each job', async () => {
  const { getByRole } = await openAdmin('/admin/bulk_jobs', { answers: { listBulkJobs: [bulkJob()] } })
  await expect.element(getByRole('link', { name: 'Disable accounts' })).toBeVisible()
  await expect.element(getByRole('cell', { name: '37 done, 3 failed' })).toBeVisible()
})

test('a completed job lists its rows with links', async () => {
  const { getByRole } = await openAdmin(address, { answers: { getBulkJob: bulkJob(), listBulkItems } })
  const done = getByRole('region', { name: '37 disabled' })
  await expect.element(done.getByRole('link', { name: 'mara' })).toHaveAttribute('href', '/admin/users/mara')
  await expect.element(getByRole('region', { name: '3 failed' }).getByRole('link', { name: 'jon' })).toBeVisible()
})
