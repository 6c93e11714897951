import { ApiError, type Deployment, type ExtraField } from '@flagyard/api-types'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { course, deployment, flag, lessonRow, myLab, progress, running, time } from '../../../test/classroom.ts'
import { watchDownloads } from '../../../test/downloads.ts'

const address = '/classroom/aws?section=identity&lesson=trust'
const openLab = (answers: Answers) =>
  open(address, {
    as: sessionOf(),
    answers: {
      getCourseProgress: progress(),
      getCourseDetails: course,
      updateLastSeen: lessonRow(),
      listMyLabs: [],
      listMyCourses: [],
      listLabFlags: [],
      ...answers,
    },
  })
const stream = (...events: Deployment[]) =>
  new Response(events.map((one, id) => `id: ${id}\nevent: deployment\ndata: ${JSON.stringify(one)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

test('the stages are shown live, then the link to the cloud console', async () => {
  await openLab({
    getMyLab: myLab(null),
    deployLab: deployment(),
    followDeployment: stream(deployment(), running()),
    getDeployment: running(),
  })
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect.element(page.getByRole('link', { name: /^Open console/ })).toHaveAttribute('rel', 'noopener noreferrer')
  expect(page.getByRole('timer').element().textContent).toMatch(/^1:4[12]:/)
})

test('lab rules that have to be accepted are shown before the lab starts', async () => {
  const refusal = new ApiError('conflict', 'Read and accept the lab rules first.', {
    extra: { legal_page: 'lab_rules', version: 2 },
  })
  const replies = [refusal, deployment()]
  const { inputsOf } = await openLab({
    getMyLab: myLab(null),
    deployLab: () => replies.shift(),
    acceptLegalPage: { page: 'lab_rules', version: 2, via: 'page', accepted_at: '2027-03-01T00:00:00.000Z' },
    followDeployment: stream(deployment(), running()),
    getDeployment: running(),
  })
  await expect.element(page.getByRole('link', { name: 'lab rules' })).toHaveAttribute('href', '/lab_rules')
  await page.getByRole('button', { name: 'Deploy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lab rules' })
  await expect.element(dialog.getByText(/^Text of lab_rules,/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Accept and start the lab' }).click()
  await expect.element(page.getByRole('link', { name: /^Open console/ })).toBeVisible()
  expect(inputsOf('acceptLegalPage')).toEqual([{ page: 'lab_rules', legalAcceptPayload: { version: 2 } }])
  expect(inputsOf('deployLab')).toHaveLength(2)
})

test('when the event stream is cut, the lab is polled instead', async () => {
  await openLab({
    getMyLab: myLab(deployment()),
    followDeployment: stream(deployment()),
    getDeployment: running(),
  })
  await expect.element(page.getByText(/Building the network/).first()).toBeVisible()
  await expect.element(page.getByRole('timer'), { timeout: 6000 }).toBeVisible()
})

test('a secret is hidden until it is shown by a click, and left out of recordings', async () => {
  await openLab({ getMyLab: myLab(running()), followDeployment: stream(), getDeployment: running() })
  await expect.element(page.getByText('lab-user')).toBeVisible()
  expect(document.body.textContent).not.toContain('hunter-two-three')
  await page.getByRole('button', { name: 'Show Password' }).click()
  await expect.element(page.getByText('hunter-two-three')).toBeVisible()
  expect(page.getByText('hunter-two-three').element().closest('[data-sentry-block]')).not.toBeNull()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('hunter-two-three')
})

test('the panel says when the account was emptied and found empty, with what may stay', async () => {
  const emptied = {
    cleaned_at: time(-40),
    verified_at: time(-30),
    removed: 12,
    stays: [{ type: 'aws_default_vpc', count: 1 }],
  }
  await openLab({
    getMyLab: myLab(running({ emptied })),
    followDeployment: stream(),
    getDeployment: running({ emptied }),
  })
  await page.getByText(/^Last checked empty/).click()
  await expect.element(page.getByText(/12 resources of the previous lab removed/)).toBeVisible()
  await expect.element(page.getByText(/default resources were left: aws_default_vpc/)).toBeVisible()
  await expectAccessible()
})

test('in a window as low as at 400 % zoom, neither the header nor the strip stays over the text', async () => {
  await openLab({ getMyLab: myLab(running()), followDeployment: stream(), getDeployment: running() })
  const strip = page.getByRole('region', { name: 'Lab status' })
  const sticky = () =>
    [strip.element(), document.querySelector('header')!].map((part) => getComputedStyle(part).position)
  await page.viewport(1280, 800)
  await expect.poll(sticky).toEqual(['sticky', 'sticky'])
  await page.viewport(320, 212)
  await expect.poll(sticky).toEqual(['static', 'static'])
  await page.viewport(1280, 800)
})

test('a lab cannot be extended before the last part of its time', async () => {
  await openLab({ getMyLab: myLab(running()), followDeployment: stream(), getDeployment: running() })
  await expect.element(page.getByText(/^You can extend it by 30 min from \d\d:\d\d · 2 of 2 left$/)).toBeVisible()
  const button = page.getByRole('button', { name: /^Extend from \d\d:\d\d$/ })
  await expect.element(button).toBeDisabled()
  await expect.element(button).toHaveAccessibleDescription(/^You can extend it/)
})

test('a lab can be extended in the last part of its time', async () => {
  const late = running({ ends_at: time(900), extend_from: time(-900) })
  await openLab({
    getMyLab: myLab(late),
    followDeployment: stream(),
    getDeployment: late,
    extendLab: running({ ends_at: time(3600), extensions_left: 1 }),
  })
  await expect.element(page.getByText('You can extend it by 30 min now · 2 of 2 left')).toBeVisible()
  await page.getByRole('button', { name: 'Extend' }).click()
  await expect.element(page.getByText(/1 of 2 left/)).toBeVisible()
})

test('a reset asks for confirmation and says what it costs', async () => {
  const { asked } = await openLab({
    getMyLab: myLab(running()),
    followDeployment: stream(),
    getDeployment: running(),
    resetLabEnvironment: deployment({ id: '00000000-0000-4000-8000-0000000000d2', resets_left: 2 }),
  })
  const resets = () => asked.filter(({ call }) => call === 'resetLabEnvironment').length
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.element(page.getByText('This costs one of your 3 resets.')).toBeVisible()
  await expect.element(page.getByText(/^You keep your solved flags/)).toBeVisible()
  expect(resets()).toBe(0)
  await page.getByRole('button', { name: 'Reset the lab' }).click()
  await expect.element(page.getByText(/Building the network/).first()).toBeVisible()
  expect(resets()).toBe(1)
})

test('a lab that is built again after a reset tells the time that is left', async () => {
  const again = deployment({ duration_seconds: 117 * 60 - 20 })
  await openLab({ getMyLab: myLab(again), followDeployment: stream(), getDeployment: again })
  await expect.element(page.getByText(/1 h 57 min left, from when it runs/)).toBeVisible()
})

test('the queue shows the place and the estimate', async () => {
  const queued = deployment({ state: 'queued', queue: { place: 3, estimate_seconds: 400 }, stages: [] })
  await openLab({ getMyLab: myLab(queued), followDeployment: stream(), getDeployment: queued })
  await expect.element(page.getByText('Place 3')).toBeVisible()
  await expect.element(page.getByText('About 7 min until an account is free.')).toBeVisible()
})

test('an account reserved for me is claimed by one button', async () => {
  const held = deployment({ state: 'held', stages: [] })
  await openLab({
    getMyLab: myLab(held),
    followDeployment: stream(),
    getDeployment: held,
    deployLab: deployment(),
  })
  await page.getByRole('button', { name: 'Claim the account' }).click()
  await expect.element(page.getByText(/Building the network/).first()).toBeVisible()
})

test('a lab that failed says why, and can be deployed again', async () => {
  const failed = deployment({ state: 'ended', reason: 'failed', message: 'The region has no room left.' })
  await openLab({ getMyLab: myLab(failed) })
  await expect.element(page.getByText(/The region has no room left\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Deploy again' })).toBeEnabled()
})

const askedField = (more: Partial<ExtraField> = {}): ExtraField => ({
  name: 'ip',
  label: 'Your address',
  hint: '',
  required: true,
  max_length: 40,
  type: 'text',
  choices: [],
  ...more,
})

test('the data that a lab needs is asked for first, and a refused value stays in its field', async () => {
  const neededData = { extra_fields: [askedField()], needs_extra_data: true }
  const answers = {
    getMyLab: myLab(null, neededData),
    addExtraDataLab: new ApiError('invalid', 'Some values need another look', {
      errors: [{ field: 'values.ip', message: 'That is no address' }],
    }),
  }
  await openLab(answers)
  await expect.element(page.getByRole('button', { name: 'Deploy' })).not.toBeInTheDocument()
  await page.getByLabelText('Your address').fill('10.0')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect.element(page.getByText('That is no address')).toBeVisible()
  await expect.element(page.getByLabelText('Your address')).toHaveValue('10.0')
})

test('my own address is filled in by one button, as an address or as a range', async () => {
  const extra_fields = [askedField({ type: 'ipv4' }), askedField({ name: 'net', label: 'Your network', type: 'cidr' })]
  await openLab({ getMyLab: myLab(null, { extra_fields, needs_extra_data: true }) })
  await page.getByRole('button', { name: 'Use my address, 203.0.113.24', exact: true }).click()
  await page.getByRole('button', { name: 'Use my address, 203.0.113.24/32' }).click()
  await expect.element(page.getByLabelText('Your address')).toHaveValue('203.0.113.24')
  await expect.element(page.getByLabelText('Your network')).toHaveValue('203.0.113.24/32')
})

test.each([
  ['before a build', null],
  ['before a lab is deployed again', deployment({ state: 'ended', reason: 'learner' })],
  ['in the queue', deployment({ state: 'queued', queue: { place: 3, estimate_seconds: 400 }, stages: [] })],
])('the data that was given is shown, and corrected %s', async (_, now) => {
  const choice = askedField({ name: 'region', label: 'Region', type: 'choice', choices: ['Dublin', 'Oslo'] })
  const given = { extra_fields: [choice], extra_data: { region: 'Oslo' } }
  const { asked } = await openLab({
    getMyLab: myLab(now, given),
    addExtraDataLab: myLab(now, { ...given, extra_data: { region: 'Dublin' } }),
    followDeployment: stream(),
    getDeployment: now ?? deployment(),
  })
  await expect.element(page.getByText('Oslo')).toBeVisible()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabelText('Region').selectOptions('Dublin')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('Dublin')).toBeVisible()
  const sent = asked.find(({ call }) => call === 'addExtraDataLab')!.request
  expect(await sent.json()).toEqual({ values: { region: 'Dublin' } })
})

test('a reset shows the data that was given, and a reset that asks again fills it in', async () => {
  const given = { extra_fields: [askedField()], extra_data: { ip: '203.0.113.9' } }
  const queued = deployment({
    ...{ id: '00000000-0000-4000-8000-0000000000d2', state: 'queued', stages: [] },
    queue: { place: 1, estimate_seconds: 60 },
  })
  let wasReset = false
  await openLab({
    getMyLab: () =>
      wasReset ? myLab(queued, { ...given, extra_data: {}, needs_extra_data: true }) : myLab(running(), given),
    followDeployment: stream(),
    getDeployment: () => (wasReset ? queued : running()),
    resetLab: () => {
      wasReset = true
      return queued
    },
  })
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.element(page.getByRole('dialog').getByText('203.0.113.9')).toBeVisible()
  await page.getByLabelText('Let me change this before the lab is built again').click()
  await page.getByRole('button', { name: 'Reset the lab' }).click()
  await expect.element(page.getByLabelText('Your address')).toHaveValue('203.0.113.9')
})

const BOX = /^Found one\? Enter any flag of this lab/
const openRunning = (answers: Answers) =>
  openLab({ getMyLab: myLab(running()), followDeployment: stream(), getDeployment: running(), ...answers })

test('a wrong flag says so, and stays in the box, which Ctrl-K leads to', async () => {
  await openRunning({
    listLabFlags: [flag()],
    submitLabFlag: { correct: false, flag: null, lesson_completed: false },
  })
  await expect.element(page.getByLabelText(BOX)).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByLabelText(BOX)).toHaveFocus()
  await userEvent.keyboard('FLAG{{nope}{Enter}')
  await expect.element(page.getByText(/^That is not the flag\./)).toBeVisible()
  await expect.element(page.getByLabelText(BOX)).toHaveValue('FLAG{nope}')
})

test('the one box solves whichever flag it is, the strip counts it, and the progress of the course is fetched again', async () => {
  const solved = flag({ solved_at: time(0), earned: 10 })
  const other = flag({ id: '00000000-0000-4000-8000-0000000000f2', type: 'DYNAMIC', question: 'And then?', points: 30 })
  const { asked } = await openRunning({
    listLabFlags: [flag(), other],
    submitLabFlag: { correct: true, flag: solved, lesson_completed: true },
  })
  const strip = page.getByRole('region', { name: 'Lab status' })
  await expect.element(page.getByText('0 of 2 · 0 of 40 points')).toBeVisible()
  await expect.element(strip.getByText('0 of 2 flags')).toBeVisible()
  await page.getByLabelText(BOX).fill(' audit-reader ')
  const before = asked.filter(({ call }) => call === 'getCourseProgress').length
  await page.getByRole('button', { name: 'Submit flag' }).click()
  await expect.element(page.getByText('Solved', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Correct.' })).toBeInTheDocument()
  await expect.element(page.getByText('1 of 2 · 10 of 40 points')).toBeVisible()
  await expect.element(strip.getByText('1 of 2 flags')).toBeVisible()
  await expect.element(page.getByText('Which role trusts you?')).toBeVisible()
  expect(document.activeElement?.textContent).toContain('The trusted one')
  await expect.poll(() => asked.filter(({ call }) => call === 'getCourseProgress').length).toBe(before + 1)
  expect(await asked.find(({ call }) => call === 'submitLabFlag')!.request.json()).toEqual({ flag: 'audit-reader' })
  // The same once more: it says which it was, and nothing is won twice.
  await page.getByLabelText(BOX).fill('audit-reader')
  await page.getByRole('button', { name: 'Submit flag' }).click()
  await expect.element(page.getByText('You have already solved “The trusted one” with this flag.')).toBeVisible()
})

test('once every flag is solved, points, time and the next lesson replace the flag box', async () => {
  const began = { running_at: time(-2700) }
  await openRunning({
    getMyLab: myLab(running(began)),
    getDeployment: running(began),
    listLabFlags: [flag({ solved_at: time(-1200), earned: 8 })],
  })
  await expect.element(page.getByRole('heading', { name: 'Lab solved' })).toBeVisible()
  await expect.element(page.getByText('8 of 10 points · 25 min from the first minute to the last flag')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: /^Lab: / }).getByRole('link', { name: 'Next: What to keep' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=notes')
  await expect.element(page.getByLabelText(BOX)).not.toBeInTheDocument()
})

test('a hint tells its price first, is taken once it is confirmed, and leaves the points that are left', async () => {
  const hinted = flag({ hint_cost: 4 })
  const { asked } = await openRunning({
    listLabFlags: [hinted],
    takeHint: { ...hinted, hint: 'Look at **who** may come in.' },
  })
  const taken = () => asked.filter(({ call }) => call === 'takeHint').length
  await page.getByRole('button', { name: 'Take the hint, −4 points for The trusted one' }).click()
  await expect.element(page.getByText('It costs 4 points, once. The flag is then worth 6 of 10 points.')).toBeVisible()
  expect(taken()).toBe(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Take the hint' }).click()
  await expect.element(page.getByText('who', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Hint · it cost 4 points')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'The trusted one +6' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Take the hint/ })).not.toBeInTheDocument()
  expect(taken()).toBe(1)
  await expectAccessible()
})

test('the title of the tab shows the time left, and its warning is read out', async () => {
  const late = running({ ends_at: time(602), extend_from: time(-900) })
  await openRunning({ getMyLab: myLab(late), getDeployment: late })
  await expect.poll(() => document.title).toMatch(/^0:\d\d:\d\d · Cross-account trust/)
  const warning = page.getByText('“Cross-account trust” ends in 10 minutes.')
  await expect.element(warning, { timeout: 6000 }).toBeVisible()
  expect(warning.element().closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect.element(page.getByText('Everything in the account is wiped', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Keep it running' }).click()
  await page
    .getByRole('link', { name: /What to keep/ })
    .first()
    .click()
  await expect.poll(() => document.title).toMatch(/^What to keep/)
})

test('on a phone the strip stays in sight, and leads from the text to the lab and back', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  await openRunning({ listLabFlags: [flag()] })
  const strip = page.getByRole('region', { name: 'Lab status' })
  await strip.getByRole('link', { name: 'Lab' }).click()
  await expect.element(page.getByRole('link', { name: /^Open console/ })).toBeInViewport()
  await strip.getByRole('link', { name: 'Flags' }).click()
  await expect.element(page.getByLabelText(BOX)).toBeInViewport()
  await expect.element(strip).toBeInViewport()
  await strip.getByRole('link', { name: 'Text' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

test('a file is downloaded under its name, and the number of downloads left is shown', async () => {
  const downloads = [{ name: 'Notes of the auditor', bytes: 1_400_000 }]
  let left = 1
  const watched = watchDownloads()
  onTestFinished(() => watched.stop())
  await openRunning({
    getMyLab: () => myLab(running(), { downloads, downloads_left: left }),
    downloadLabFile: () => {
      left -= 1
      return new Response('hello', {
        headers: { 'content-disposition': 'attachment; filename="Notes of the auditor.txt"' },
      })
    },
  })
  await expect.element(page.getByText('1 download left')).toBeVisible()
  await page.getByRole('button', { name: 'Download Notes of the auditor' }).click()
  await expect.element(page.getByText('0 downloads left')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download Notes of the auditor' })).toBeDisabled()
  expect(watched.names).toEqual(['Notes of the auditor.txt'])
})

test('the walkthrough of the lab says what opens it, and opens then', async () => {
  await openRunning({ getMyLab: myLab(running(), { walkthrough_state: 'closed' }) })
  await expect.element(page.getByText('It unlocks once you have solved every required flag.')).toBeVisible()
  await openRunning({
    getMyLab: myLab(running(), { walkthrough_state: 'open' }),
    getLabWalkthrough: { url: null, markdown: 'From the **beginning**.' },
  })
  await page.getByRole('button', { name: 'Read the walkthrough' }).last().click()
  await expect.element(page.getByRole('dialog').getByText('beginning')).toBeVisible()
})

test('a step without a flag is confirmed', async () => {
  const step = flag({ type: 'NOFLAG', title: 'Look around', question: 'Open the console.' })
  const { asked } = await openLab({
    getMyLab: myLab(running()),
    followDeployment: stream(),
    getDeployment: running(),
    listLabFlags: [step],
    submitFlag: { correct: true, flag: { ...step, solved_at: time(0), earned: 5 }, lesson_completed: false },
  })
  await page.getByRole('button', { name: 'I did this' }).click()
  await expect.element(page.getByText('Solved', { exact: true })).toBeVisible()
  expect(await asked.find(({ call }) => call === 'submitFlag')!.request.json()).toEqual({ flag: '' })
})

test('a solved flag opens its walkthrough', async () => {
  await openLab({
    getMyLab: myLab(null),
    listLabFlags: [flag({ solved_at: time(0), earned: 10, has_walkthrough: true })],
    getWalkthroughUrl: { url: null, markdown: 'Read the **trust policy**.' },
  })
  await page.getByRole('button', { name: 'Walkthrough of The trusted one' }).click()
  await expect.element(page.getByRole('dialog').getByText('trust policy')).toBeVisible()
})

test('each output of a lab is listed once, even if it repeats the account or the region', async () => {
  const twice = running({ outputs: { region: 'eu-west-1', bucket_name: 'reports-1' } })
  await openLab({ getMyLab: myLab(twice), followDeployment: stream(), getDeployment: twice })
  await expect.element(page.getByText('Bucket name')).toBeVisible()
  expect([...document.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
    'AWS account',
    'User',
    'Password',
    'Region',
    'Bucket name',
  ])
})

test('code in the question of a flag is shown as code', async () => {
  await openLab({ getMyLab: myLab(null), listLabFlags: [flag({ question: 'What does `ledger-reader` hold?' })] })
  await expect.element(page.getByText('ledger-reader', { exact: true })).toBeVisible()
  expect(page.getByText('ledger-reader', { exact: true }).element().tagName).toBe('CODE')
})

test('the keys of a lab are copied as commands for a terminal, and the copy is confirmed in its place', async () => {
  const keys = running({
    credentials: [
      { label: 'Access key id', value: 'AKIA1', secret: false },
      { label: 'Secret access key', value: "it's", secret: true },
    ],
    outputs: { lab_user_arn: 'arn:aws:iam::1:user/lab-user' },
  })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => written.mockRestore())
  await openLab({ getMyLab: myLab(keys), followDeployment: stream(), getDeployment: keys })
  await expect.element(page.getByText('Lab user ARN')).toBeVisible()
  await page.getByRole('button', { name: 'Copy the keys for your terminal' }).click()
  await expect.element(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(written).toHaveBeenCalledWith(
    "export AWS_ACCESS_KEY_ID='AKIA1'\nexport AWS_SECRET_ACCESS_KEY='it'\\''s'\nexport AWS_DEFAULT_REGION='eu-west-1'",
  )
})

test.each([
  [
    'azure',
    [
      ['Client id', 'app-1', false],
      ['Client secret', 'hush', true],
      ['Tenant id', 'ten-1', false],
    ],
    /export AZURE_CLIENT_SECRET='hush'[\s\S]*export AZURE_SUBSCRIPTION_ID='place-1'/,
  ],
  [
    'gcp',
    [['Access token', 'hush', true]],
    /export CLOUDSDK_AUTH_ACCESS_TOKEN='hush'[\s\S]*export GOOGLE_CLOUD_PROJECT='place-1'/,
  ],
] as const)(
  'the keys of a lab in %s are lines for its command line, with secrets hidden on the page',
  async (cloud, given, lines) => {
    const credentials = given.map(([label, value, secret]) => ({ label, value, secret }))
    const now = running({ cloud, account_id: 'place-1', credentials })
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => written.mockRestore())
    await openRunning({ getMyLab: myLab(now, { cloud }), getDeployment: now })
    await expect.element(page.getByText(/='••••••••'/)).toBeVisible()
    expect(document.body.textContent).not.toContain('hush')
    await page.getByRole('button', { name: 'Copy the keys for your terminal' }).click()
    await expect.poll(() => written.mock.calls.flat().join('')).toMatch(lines)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('hush')
  },
)

test('an Azure lab names its subscription, not an account', async () => {
  const azure = running({ cloud: 'azure', account_id: 'sub-1' })
  await openLab({ getMyLab: myLab(azure, { cloud: 'azure' }), followDeployment: stream(), getDeployment: azure })
  await expect.element(page.getByRole('term').filter({ hasText: 'Azure subscription' })).toBeVisible()
})
