import { ApiError, type ExamFlag, type MyExamDetails } from '@flagyard/api-types'
import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { deployment, running, time } from '../../../test/classroom.ts'
import { activeExam, examDetails, examFlag, ledgerRow } from '../../../test/exam.ts'
import { examStream } from '../../../test/exam-stream.ts'

const room = (answers: Answers) =>
  open('/examroom/aws-expert', { as: sessionOf(), answers: { listMyExams: [], listExamFlags: [], ...answers } })
const clock = () => page.getByRole('timer').query()?.textContent ?? ''
const button = (name: string | RegExp) => page.getByRole('button', { name })
const flags = [
  examFlag(1, { title: 'Foothold', solved_at: time(-60) }),
  examFlag(2, { title: 'Pivot', points: 45 }),
  examFlag(3, { title: 'Proof', points: 30 }),
]
const preparing = (more: object = {}, rest: Partial<MyExamDetails> = {}) =>
  examDetails(
    { state: 'preparing', scheduled_at: time(1800), time_zone: 'Europe/Berlin', ...more },
    { environment: deployment(), accepted_rules: { text: 'Work by yourself.', at: time(-9000) }, ...rest },
  )

test('a candidate checks in while the environment is built, and the exam begins by itself; that is read out', async () => {
  const stream = examStream()
  let exam: MyExamDetails = preparing()
  await room({
    getMyExam: () => exam,
    followMyExam: stream.answer,
    listExamFlags: flags,
    checkInExam: () => {
      exam = preparing({ checked_in_at: time(0) })
      throw new TypeError('The answer got lost')
    },
  })
  await expect.element(page.getByRole('timer')).toBeVisible()
  await expect.poll(clock).toMatch(/^0:(29|30):/)
  await expect.element(page.getByText('Building the network: now')).toBeVisible()
  await expectAccessible()
  await button('Check in').click()
  await expect.element(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
  await expect.element(page.getByText('could not reach', { exact: false })).not.toBeInTheDocument()
  exam = activeExam(86_000)
  stream.tell()
  await expect.element(page.getByRole('heading', { name: 'Flags' })).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Your exam has started.' })).toBeInTheDocument()
})

test('a learner booked by an administrator reads and accepts the rules before checking in', async () => {
  let exam: MyExamDetails = preparing({}, { rules: 'Work by yourself.', accepted_rules: null })
  const { inputsOf } = await room({
    getMyExam: () => exam,
    checkInExam: () => {
      exam = preparing({ checked_in_at: time(0) }, { accepted_rules: { text: 'Work by yourself.', at: time(0) } })
      return exam
    },
  })
  await button('Check in').click()
  await expect.element(page.getByText('Please read and accept the rules first.')).toBeVisible()
  await page.getByRole('checkbox', { name: /accept them/ }).click()
  await button('Check in').click()
  await expect.element(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible()
  expect(inputsOf('checkInExam')).toEqual([
    { exam: 'aws-expert', checkInPayload: { accepted_rules: 'Work by yourself.' } },
  ])
})

test('flags, environment and time are on one page: a wrong flag says so, a right one counts, a reset costs and keeps solved flags', async () => {
  let exam: MyExamDetails = activeExam(33_273)
  let known: ExamFlag[] = flags
  const submitExamFlag = vi.fn(({ submitExamFlagPayload: { flag } }: { submitExamFlagPayload: { flag: string } }) => {
    const [first, pivot, proof] = known
    if (!first || !pivot || !proof) throw new Error('three flags')
    const correct = flag === 'role/wrong'
    const now = correct ? { ...pivot, solved_at: time(0) } : { ...pivot, wrong_tries: 1 }
    known = [first, now, proof]
    return { correct, flag: now, points: correct ? 70 : 25 }
  })
  await room({
    getMyExam: () => exam,
    listExamFlags: () => known,
    submitExamFlag,
    resetExam: () => {
      exam = activeExam(
        33_000,
        { resets_left: 1, active_until: null, clock_stopped_at: time(-1), seconds_left: 33_000 },
        {
          environment: deployment(),
          ledger: [
            ...exam.ledger,
            ledgerRow({ kind: 'reset', reason: 'You asked for a new environment' }),
            ledgerRow({ kind: 'stop', reason: 'Your new environment is being built' }),
          ],
        },
      )
      return exam
    },
  })
  await expect.element(page.getByRole('timer')).toBeVisible()
  await expect.poll(clock).toMatch(/^9:14:/)
  await expect.element(page.getByText('25 of 100 points · pass at 70')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Open console/ })).toBeVisible()
  const field = page.getByPlaceholder('Your answer').first()
  await field.fill('role/somebody')
  await button('Submit answer').first().click()
  await expect.element(page.getByText(/^That is not the answer. Case matters/)).toBeVisible()
  await expectAccessible()
  await field.fill('role/wrong')
  await button('Submit answer').first().click()
  await expect.element(page.getByText('70 of 100 points · pass at 70')).toBeVisible()
  await expect.element(page.getByText('Correct. Pivot is solved, 45 points.')).toBeInTheDocument()
  await button('Reset').click()
  await expect.element(page.getByRole('dialog').getByText('This costs one of your 2 resets.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect
    .element(page.getByText(/^Clock paused since .* Your new environment is being built\. You lose no time\.$/))
    .toBeVisible()
  await expect.element(page.getByRole('timer')).toHaveTextContent('9:10:00')
  await expect.element(page.getByText('Clock paused ·', { exact: false })).toBeVisible()
  await expect.element(page.getByText('70 of 100 points · pass at 70')).toBeVisible()
})

test('the ledger lets the candidate compute the end: start, extensions and stops of the clock', async () => {
  const start = Date.parse('2027-03-09T08:00:00.000Z')
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
  await room({
    getMyExam: activeExam(
      1000,
      {},
      {
        ledger: [
          ledgerRow({ kind: 'start', from_at: at(0), seconds: 24 * 3600 }),
          ledgerRow({ kind: 'stop', from_at: at(302), reason: 'Your environment is not available' }),
          ledgerRow({ kind: 'stop', from_at: at(305), reason: 'We look at it', by: 'us' }),
          ledgerRow({ kind: 'resume', from_at: at(321) }),
          ledgerRow({ kind: 'extension', from_at: at(400), seconds: 1800, reason: 'For the trouble' }),
        ],
      },
    ),
  })
  const rows = page.getByRole('list').filter({ hasText: 'Clock paused' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent('Start · 9 Mar, 09:0024:00:00')
  await expect.element(rows.nth(2)).toHaveTextContent('Also stopped for this · 9 Mar, 14:05 · by our teamWe look at it')
  await expect.element(rows.nth(3)).toHaveTextContent('Clock resumed · 9 Mar, 14:21+0:19:00')
  await expect.element(rows.nth(4)).toHaveTextContent('More time · 9 Mar, 15:40For the trouble+0:30:00')
})

test('30 minutes before the end a warning is shown and read out once, by the server’s time; the end asks for the result', async () => {
  // This computer is ten minutes ahead of the server, and the exam ends by the server.
  const skew = -600
  let exam = activeExam(skew + 1802, {}, { now: time(skew) })
  const getMyExam = vi.fn(() => exam)
  await room({ getMyExam })
  const warning = page.getByRole('alert').filter({ hasText: '30 minutes of your exam are left.' })
  await expect.element(warning, { timeout: 8_000 }).toBeVisible()
  let announcements = 0
  const observer = new MutationObserver((changes) => {
    announcements += changes.length
  })
  observer.observe(warning.element(), { childList: true, characterData: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  // The same second comes again, as after a response with a slightly different clock: it is not announced again.
  exam = activeExam(skew + 1802, { active_until: exam.attempts[0]?.active_until ?? null }, { now: time(skew - 4) })
  const asked = getMyExam.mock.calls.length
  dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => getMyExam.mock.calls.length).toBeGreaterThan(asked)
  await expect.poll(clock, { timeout: 8_000 }).toContain('0:29:5')
  expect(announcements).toBe(0)
})

test('the last minute is announced too, and a key or a button reads the time out, but not while something is typed', async () => {
  const { innerWidth, innerHeight } = window
  await page.viewport(1280, 800)
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  let exam = activeExam(9 * 60)
  await room({ getMyExam: () => exam, listExamFlags: flags })
  await expect.element(page.getByRole('timer')).toBeVisible()
  const spoken = page.getByRole('status').filter({ hasText: /^\d minutes?, \d+ seconds? left\.$/ })
  const field = page.getByPlaceholder('Your answer').first()
  await field.click()
  await userEvent.keyboard('t')
  await expect.element(field).toHaveValue('t')
  await expect.element(spoken).not.toBeInTheDocument()
  await page.getByRole('heading', { name: 'Flags' }).click()
  await userEvent.keyboard('{Control>}t{/Control}')
  await expect.element(spoken).not.toBeInTheDocument()
  await userEvent.keyboard('t')
  await expect.element(spoken).toBeInTheDocument()
  const first = spoken.element().firstElementChild
  await button('Announce the time T').click()
  await expect.poll(() => spoken.element().firstElementChild).not.toBe(first)
  await expectAccessible()
  exam = activeExam(45)
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('alert').getByText('1 minute of your exam is left.')).toBeVisible()
})

test('in a window as low as at 400 % zoom the exam’s clock scrolls away with the page, and covers nothing', async () => {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await room({ getMyExam: activeExam(9 * 60), listExamFlags: flags })
  const bar = page.getByRole('region', { name: 'Your time' })
  const position = () => getComputedStyle(bar.element().parentElement!).position
  await page.viewport(1280, 800)
  await expect.poll(position).toBe('sticky')
  await page.viewport(320, 212)
  await expect.poll(position).toBe('static')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('handing in says what is given up; a lost answer, or another device that was faster, shows the result and no error', async () => {
  let exam: MyExamDetails = activeExam(33_273)
  await room({
    getMyExam: () => exam,
    listExamFlags: flags,
    handInExam: () => {
      exam = examDetails({ state: 'failed', started_at: time(-3600), points: 25, decided_at: time(0) })
      throw new ApiError('conflict', 'Your exam is not running.')
    },
    getCanSchedule: {
      can_schedule: false,
      reasons: [{ code: 'cooldown', message: '', from: time(86_400 * 7) }],
      earliest: null,
      latest: null,
      moves_left: 2,
      movable_until_hours: 24,
      movable_until: null,
      duration_minutes: 1440,
      booked_minutes: null,
    },
  })
  await expect.element(page.getByText('25 of 100 points', { exact: false })).toBeVisible()
  await button('Hand in early…').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/You give up the remaining 9:14:\d\d and 2 unsolved flags/)).toBeVisible()
  await expect.element(dialog.getByText('If you hand in now, you will not pass this attempt.')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect.element(page.getByRole('heading', { name: 'You did not pass this time' })).toBeVisible()
  await expect.element(page.getByText('Your exam is not running.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('status').filter({ hasText: 'Your exam has ended.' })).toBeInTheDocument()
  await expect.element(page.getByText(/You can book from/)).toBeVisible()
})

test('without a connection the room stays, its time goes on, and it says so calmly', async () => {
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'onLine')
    onlineManager.setOnline(true)
  })
  await room({ getMyExam: () => activeExam(33_273), listExamFlags: flags })
  await expect.element(page.getByText('Pivot', { exact: false })).toBeVisible()
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  dispatchEvent(new Event('offline'))
  await expect.element(page.getByText(/your time keeps running by our clock/)).toBeVisible()
  const before = page.getByRole('timer').element().textContent
  await expect.poll(() => page.getByRole('timer').element().textContent, { timeout: 4_000 }).not.toBe(before)
  await expect.element(page.getByText('Pivot', { exact: false })).toBeVisible()
  Reflect.deleteProperty(navigator, 'onLine')
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText(/your time keeps running by our clock/)).not.toBeInTheDocument()
})

test('credentials of an exam are not shown before it begins', async () => {
  await room({
    getMyExam: preparing({ ready_at: time(-60) }, { environment: running({ credentials: [], console_url: null }) }),
  })
  await expect.element(page.getByText('It is ready. Its credentials appear here once your exam begins.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Open console/ })).not.toBeInTheDocument()
})

/** The room asks again every few seconds; here the test says when they have passed. */
function turnClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

test('the allowed address can be changed while the clock runs, and a failure of the provider is shown', async () => {
  const admitted = { range: '198.51.100.2/32', wanted: null, problem: null, mine: '203.0.113.7' }
  let exam: MyExamDetails = activeExam(3600, {}, { admitted })
  const admitMyAddress = vi.fn(({ admittedAddressEdit: { address } }: { admittedAddressEdit: { address: string } }) => {
    if (address === '10.0.0.0/8') throw new ApiError('invalid', 'Choose a smaller range, /16 at most.', { errors: [] })
    exam = activeExam(3590, {}, { admitted: { ...admitted, wanted: `${address}/32` } })
    return exam
  })
  turnClock()
  await room({ getMyExam: () => exam, admitMyAddress })
  await expect.element(page.getByText('Your environment can be reached from 198.51.100.2/32.')).toBeVisible()
  await page.getByText('Allow another address').click()
  await page.getByRole('textbox', { name: /IPv4 address or range/ }).fill('10.0.0.0/8')
  await button(/^Allow$/).click()
  await expect.element(page.getByText('Choose a smaller range, /16 at most.')).toBeVisible()
  // Elements below the sticky time bar are no targets, so scroll to the top before the check.
  scrollTo({ top: 0 })
  await expectAccessible()
  await button('Allow my address, 203.0.113.7').click()
  await expect.element(page.getByText(/Allowing 203\.0\.113\.7\/32/)).toBeVisible()
  exam = activeExam(3580, {}, { admitted: { ...admitted, problem: 'The provider could not admit it just now.' } })
  vi.advanceTimersByTime(10_000)
  await expect.element(page.getByText('The provider could not admit it just now.')).toBeVisible()
})

test('as long as support looks into the room, its candidate reads who, since when and why', async () => {
  const support = { by: 'berta', reason: 'You cannot reach it', since: time(-300), until: time(3300) }
  let exam: MyExamDetails = preparing({}, { support })
  turnClock()
  await room({ getMyExam: () => exam })
  const note = page.getByRole('status').filter({ hasText: 'Our support team is viewing your exam room' })
  const words = /from \d\d:\d\d until \d\d:\d\d at the latest: berta, because “You cannot reach it”/
  await expect.element(note.filter({ hasText: words })).toBeVisible()
  exam = preparing()
  vi.advanceTimersByTime(10_000)
  await expect.element(note).not.toBeInTheDocument()
})
