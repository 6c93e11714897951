import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { jobs, listJobs } from './jobs.ts'

test('the table has exactly one row for each job', () => {
  const registered = listJobs({ mailer: { transport: 'outbox' } } as unknown as Deps)
  expect(registered.map(({ name }) => name).toSorted()).toEqual(Object.keys(jobs).toSorted())
  expect(registered.find(({ name }) => name === 'privacy.prune')?.every).toBe(3_600)
  expect(registered.find(({ name }) => name === 'dashboard.count')?.every).toBe(60)
  expect(registered.find(({ name }) => name === 'mail.send')?.every).toBe(5)
  expect(registered.filter(({ every }) => every).length).toBe(
    Object.values(jobs).filter(({ every }) => every !== undefined).length,
  )
})
