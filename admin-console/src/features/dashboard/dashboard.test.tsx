import { ApiError, type Setup } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { account, dashboard, figures, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('links pending tasks to their lists', async () => {
  const { getByRole, path } = await openAdmin('/admin', {
    answers: {
      getDashboard: dashboard(),
      getFigures: figures(),
      listAwsAccounts: [account('220944710074', { status: 'Locked', lock_reason: 'quarantine' })],
    },
  })
  await getByRole('link', { name: /AWS account in quarantine/ }).click()
  await expect.element(getByRole('heading', { name: 'AWS accounts' })).toBeVisible()
  expect(decodeURIComponent(path())).toContain('quarantine')
})

test('says that nothing needs attention', async () => {
  const { getByText } = await openAdmin('/admin', {
    answers: { getDashboard: dashboard({ attention: [] }), getFigures: figures() },
  })
  await expect.element(getByText(/Nothing needs attention/)).toBeVisible()
})

test('shows why figures could not be loaded', async () => {
  const { getByRole } = await openAdmin('/admin', {
    answers: {
      getDashboard: () => {
        throw new ApiError('unavailable', 'Busy for the moment.')
      },
    },
  })
  await expect.element(getByRole('alert').getByText('Busy for the moment.')).toBeVisible()
})

test('links figures to their rows, if the administrator can read them', async () => {
  const { getByRole } = await openAdmin('/admin', { answers: { getDashboard: dashboard(), getFigures: figures() } })
  const to = async (name: string | RegExp) =>
    decodeURIComponent((await getByRole('main').getByRole('link', { name }).element().getAttribute('href')) ?? '')
  await expect.element(getByRole('link', { name: '11 new in 30 days' })).toBeVisible()
  expect(await to('11 new in 30 days')).toBe('/admin/users?filter={"joined_within_days":30}')
  expect(await to('1 building')).toBe('/admin/deployments?filter={"state":"provisioning","kind":"lab"}')
  expect(await to('1 waiting')).toBe(
    '/admin/deployments?filter={"state":["queued","held"],"kind":"lab"}&sort=queue&order=ASC',
  )
  expect(await to('AWS accounts, Locked: 2')).toBe('/admin/aws_accounts?filter={"status":"Locked"}')
})

test('does not link to lists of people without access to personal data', async () => {
  const { getByRole, getByText } = await openAdmin('/admin', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: { getDashboard: dashboard(), getFigures: figures() },
  })
  await expect.element(getByText(/11 new in 30 days/)).toBeVisible()
  await expect.element(getByRole('link', { name: '3 courses' })).toBeVisible()
  expect(getByRole('link', { name: '11 new in 30 days' }).query()).toBeNull()
})

test('shows a setup checklist for an empty catalogue, and imports the sample after a preview', async () => {
  const steps: Setup['steps'] = [
    { step: 'second_factor', done: true, found: 'Your account has a second factor.' },
    { step: 'mail', done: false, found: 'No server is set up.' },
    { step: 'course', done: false, found: 'Nothing is published yet.' },
  ]
  let isEmpty = true
  const applied = ['one', 'two'].map((slug) => ({
    kind: 'courses',
    slug,
    action: 'create',
    differences: 1,
    changed: [],
    archived: [],
    deleted: [],
  }))
  const importSample = vi.fn(({ sampleImport }: { sampleImport: { dry_run: boolean } }) => {
    isEmpty = sampleImport.dry_run
    return { applied, refused: [], refused_count: 0, notes: [] }
  })
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin', {
    answers: {
      getDashboard: dashboard(),
      getFigures: figures(),
      getSetup: () => ({ is_empty: isEmpty, steps }),
      importSample,
    },
  })
  await expect.element(getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect
    .element(getByRole('listitem').filter({ hasText: 'Protect your own account' }).getByText('Done'))
    .toBeVisible()
  await expect.element(getByRole('listitem').filter({ hasText: 'Set up e-mail' }).getByText('To do')).toBeVisible()
  expect(getByText('38 active').query(), 'nothing to count yet').toBeNull()
  await getByRole('button', { name: 'Import sample…' }).click()
  await expect.element(getByText('2 courses')).toBeVisible()
  await getByRole('button', { name: 'Import sample' }).click()
  await expect.element(getByText('38 active · 11 new in 30 days')).toBeVisible()
  expect(inputsOf('importSample')[0]).toEqual({ sampleImport: { dry_run: true } })
  const imported = inputsOf('importSample').filter(
    ({ sampleImport }) => !(sampleImport as { dry_run: boolean }).dry_run,
  )
  expect(imported).toHaveLength(1)
})
