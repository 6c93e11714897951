import { ApiError, type CanaryRun, type LabCanary } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ago, labRecord, labRow } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const run = (changes: Partial<CanaryRun> = {}): CanaryRun => ({
  id: '7d9f3a52-3c1e-4a68-9c53-0d5e6f7a8b90',
  deployment_id: '1f0c6f5e-6a4d-4a19-8f40-2b9a5f7a1c3d',
  begun_at: ago(1),
  by_hand: false,
  revision: 4,
  module_version: '1.0.0',
  doing: null,
  ended_at: ago(1),
  outcome: 'solved',
  failed_step: null,
  message: null,
  seconds_to_credentials: 12,
  ...changes,
})
const canary = (changes: Partial<LabCanary> = {}): LabCanary => ({
  enabled: false,
  every_hours: 24,
  monthly_runs: 31,
  version: 0,
  has_script: true,
  runs_this_month: 0,
  health: null,
  runs: [],
  refusal: null,
  allowed: ['update', 'try'],
  ...changes,
})

test('runs a lab’s canary manually, and explains why it cannot run', async () => {
  let answer = canary()
  let isRefused = true
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role/canary', {
    answers: {
      getLabForAdmin: labRecord({ status: 'published' }),
      getLabCanary: () => answer,
      startCanary: () => {
        if (isRefused) throw new ApiError('conflict', 'No account of this cloud is free for the canary now.')
        const begun = run({
          doing: 'building',
          outcome: null,
          ended_at: null,
          seconds_to_credentials: null,
          by_hand: true,
        })
        answer = canary({ runs: [begun], refusal: 'The canary is already testing this lab.', allowed: ['update'] })
        return answer
      },
    },
  })
  await expect.element(getByText('never run', { exact: true })).toBeVisible()
  await expect.element(getByText(/^Off: manual runs only, up to 31 runs per month/)).toBeVisible()
  await expect.element(getByText('The canary has not run for this lab yet.')).toBeVisible()
  await getByRole('button', { name: 'Run now' }).click()
  await expect.element(getByText('No account of this cloud is free for the canary now.')).toBeVisible()
  isRefused = false
  await getByRole('button', { name: 'Run now' }).click()
  await expect.element(getByText('Building')).toBeVisible()
  await expect.element(getByText(/The canary is already testing this lab/)).toBeVisible()
  await expect.element(getByRole('button', { name: 'Run now' })).not.toBeInTheDocument()
  expect(inputsOf('startCanary')).toEqual([{ slug: 'role' }, { slug: 'role' }])
})

test('edits the schedule with its version, and reports a concurrent change', async () => {
  let isStale = true
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role/canary', {
    answers: {
      getLabForAdmin: labRecord({ status: 'published' }),
      getLabCanary: canary({ version: 3 }),
      updateLabCanary: () => {
        if (isStale) throw new ApiError('stale_version', 'Someone else changed this in the meantime.')
        return canary({ version: 4, enabled: true, every_hours: 12 })
      },
    },
  })
  await getByRole('button', { name: 'Edit…' }).click()
  const dialog = getByRole('dialog', { name: 'Canary schedule' })
  await dialog.getByRole('switch', { name: 'Scheduled runs' }).click()
  await dialog.getByRole('spinbutton', { name: 'Hours between runs' }).fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('Someone else changed this in the meantime.')).toBeVisible()
  isStale = false
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('Canary schedule saved')).toBeVisible()
  expect(inputsOf('updateLabCanary').at(-1)).toEqual({
    slug: 'role',
    labCanaryEdit: { version: 3, enabled: true, every_hours: 12, monthly_runs: 31 },
  })
})

test('lists the latest runs, also on a phone, and retries a failed request', async () => {
  await page.viewport(390, 844)
  let fails = true
  const health = { ok: false, at: ago(1), message: 'the flag the-door' }
  const failed = run({
    id: '2c9f3a52-3c1e-4a68-9c53-0d5e6f7a8b91',
    outcome: 'failed',
    failed_step: 'the-door',
    message: 'The value that the script found is not the flag.',
    revision: null,
  })
  const { getByRole, getByText } = await openAdmin('/admin/labs/role/canary', {
    answers: {
      getLabForAdmin: labRecord({ status: 'published', health }),
      getLabCanary: () => {
        if (fails) throw new ApiError('unavailable', 'Something went wrong.')
        return canary({ health, enabled: true, runs_this_month: 2, runs: [failed, run()], allowed: [] })
      },
    },
  })
  await expect.element(getByRole('button', { name: 'Try again' })).toBeVisible()
  fails = false
  await getByRole('button', { name: 'Try again' }).click()
  await expect.element(getByText('failed at the flag the-door 24 h ago', { exact: true })).toBeVisible()
  await expect.element(getByText(/^On: every 24 hours, up to 31 runs per month. This month: 2\./)).toBeVisible()
  await expect
    .element(getByText('At the flag the-door: The value that the script found is not the flag.'))
    .toBeVisible()
  await expect.element(getByText(/^Scheduled · credentials after 12 s · revision 4 · module 1.0.0/)).toBeVisible()
  const [link] = getByRole('link', { name: 'Deployment' }).elements()
  expect(link?.getAttribute('href')).toBe('/admin/deployments/1f0c6f5e-6a4d-4a19-8f40-2b9a5f7a1c3d')
  await expect.element(getByRole('button', { name: 'Edit…' })).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('shows and filters labs by their canary’s result', async () => {
  const health = { ok: false, at: ago(1), message: 'the build' }
  const rows = [labRow('role', { health }), labRow('door', { title: 'The door', health: null })]
  const { getByText, inputsOf } = await openAdmin('/admin/labs?filter={"health":"failed"}', {
    answers: { listLabsForAdmin: rows },
  })
  await expect.element(getByText('failed 24 h ago', { exact: true })).toBeVisible()
  await expect.element(getByText('never run', { exact: true })).toBeVisible()
  await vi.waitFor(() =>
    expect(inputsOf('listLabsForAdmin')).toContainEqual(
      expect.objectContaining({ filter: expect.stringContaining('"health":"failed"') }),
    ),
  )
})

test('edits the canary script in the lab’s form', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord(), saveLab: labRecord({ version: 4 }) },
  })
  const script = getByRole('textbox', { name: 'Canary script' })
  await script.fill('{"answers":')
  await getByRole('button', { name: 'Save' }).click()
  expect(inputsOf('saveLab')).toEqual([])
  await script.fill('{"extra_data":{},"answers":[{"flag":"the-door","words":"audit-reader"}]}')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText(/saved/i).first()).toBeVisible()
  expect(inputsOf('saveLab')).toEqual([
    {
      slug: 'role',
      labEdit: { version: 3, canary: { extra_data: {}, answers: [{ flag: 'the-door', words: 'audit-reader' }] } },
    },
  ])
})

test('hides the script, but not the results, without the capability', async () => {
  const health = { ok: false, at: ago(1), message: 'the build' }
  const { getByRole, getByText } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord({ status: 'published', health, allowed: [] }) },
  })
  await expect.element(getByText(/canary: failed at the build 24 h ago/)).toBeVisible()
  await expect.element(getByText('Doors.')).toBeVisible()
  await expect.element(getByRole('textbox', { name: 'Canary script' })).not.toBeInTheDocument()
})
