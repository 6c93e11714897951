import { ApiError, type MyExamDetails } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { expectAccessible } from '../../../../test/axe.ts'
import { time } from '../../../../test/classroom.ts'
import { canSchedule, examAttempt, examDays, examDetails, refused } from '../../../../test/exam.ts'

const room = (answers: Answers) =>
  open('/examroom/aws-expert', { as: sessionOf(), answers: { listMyExams: [], ...answers } })
const clock = () => page.getByRole('timer').query()?.textContent ?? ''
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** A winter long before its months, so that no day of them is past. */
const YEAR = new Date().getUTCFullYear() + 1
const now = `${YEAR}-03-20T08:00:00.000Z`
const earliest = `${YEAR}-03-20T08:45:00.000Z`
const lastSunday = (month: number) => {
  const last = new Date(Date.UTC(YEAR, month, 0))
  return last.getUTCDate() - last.getUTCDay()
}
const spring = lastSunday(3)
const months: Answers = {
  listExamHours: ({ month }: { month: string }) =>
    (month.endsWith('-03') ? examDays(month, [21, spring]) : examDays(month, [8], 2)).map((day) =>
      day.date === `${YEAR}-03-${spring}` ? { ...day, skipped: [2] } : day,
    ),
}
const mine = examDetails({ time_zone: 'Europe/Berlin' }, { now })

test('every reason against a booking is said in words, with the moment from which it is none', async () => {
  const codes = ['not_yet', 'suspended', 'cooldown'] as const
  await room({
    getMyExam: examDetails(),
    getCanSchedule: refused(
      ...codes.map((code) => ({ code, message: 'For machines.', from: code === 'cooldown' ? time(86_400) : null })),
    ),
  })
  await expect.element(page.getByRole('heading', { name: 'You cannot book a date now' })).toBeVisible()
  const reasons = page.getByRole('main').getByRole('listitem')
  await expect.element(reasons.filter({ hasText: 'Your access has not started yet.' })).toBeVisible()
  await expect.element(reasons.filter({ hasText: 'Your access is suspended.' })).toBeVisible()
  await expect
    .element(reasons.filter({ hasText: /wait between two attempts. You can book from \w+day, / }))
    .toBeVisible()
  await expect.element(page.getByText('For machines.')).not.toBeInTheDocument()
  await expect.element(button('Book this hour')).not.toBeInTheDocument()
  await expectAccessible()
})

test('a learner without attempts left gets a link to new ones', async () => {
  await room({
    getMyExam: examDetails({ state: 'failed', decided_at: time(-3600) }, { attempts_allowed: 1 }),
    getCanSchedule: refused({ code: 'no_attempts_left', message: '', from: null }),
    listExamFlags: [],
  })
  await expect
    .element(page.getByRole('link', { name: 'Get new attempts' }))
    .toHaveAttribute('href', '/courses?exam=aws-expert')
})

test('before booking opens the room says so; an exam that is not mine opens nothing', async () => {
  const getMyExam = vi.fn((): MyExamDetails => examDetails(null, { access_ends_at: '2027-11-22T10:00:00.000Z' }))
  const answers = { getMyExam, getCanSchedule: refused({ code: 'not_open', message: '', from: null }) }
  const { reload } = await room(answers)
  await expect.element(page.getByRole('heading', { name: 'Booking opens soon' })).toBeVisible()
  await expect.element(page.getByText('This exam is yours until 22 November 2027.', { exact: false })).toBeVisible()
  getMyExam.mockReturnValue(examDetails(null, { has_access: false }))
  await reload()
  await expect.element(page.getByRole('heading', { name: 'You do not have this exam' })).toBeVisible()
})

test('an exam that is not there is a page that is not there', async () => {
  await room({ getMyExam: new ApiError('not_found', 'There is no exam called aws-expert.') })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('an hour is chosen by keyboard in the named time zone, and booked once the rules are accepted; a lost response does not book it twice', async () => {
  let booked = false
  const scheduleExam = vi.fn(() => {
    booked = true
    throw new TypeError('Failed to fetch')
  })
  const at = `${YEAR}-04-08T08:00:00.000Z`
  const { asked } = await room({
    ...months,
    getMyExam: () =>
      booked ? examDetails({ state: 'scheduled', scheduled_at: at, time_zone: 'Europe/Berlin' }, { now }) : mine,
    getCanSchedule: () =>
      booked
        ? { ...refused({ code: 'already_booked', message: '', from: null }), movable_until: at }
        : canSchedule({ earliest }),
    scheduleExam,
  })
  await expect.element(page.getByLabelText('Time zone')).toHaveValue('Europe/Berlin')
  await expect.element(page.getByText(/^All hours are in this zone: Europe\/Berlin, UTC\+1 today/)).toBeVisible()
  const first = button(/^Sunday 21 March, 3 free hours$|^\w+ 21 March, 3 free hours$/)
  await first.click()
  await expect.element(page.getByRole('radio', { name: '09:00' })).toBeVisible()
  // A week after the 21st, at the end of that week, summer time begins; then a month further, and two days back.
  const focused = () => document.activeElement?.textContent
  await userEvent.keyboard('{ArrowDown}{End}')
  const springDay = button(new RegExp(`^Sunday ${spring} March, 3 free hours$`))
  await springDay.click()
  await expect.element(page.getByText('there is no 02:00', { exact: false })).toBeVisible()
  await userEvent.keyboard('{PageDown}')
  await expect.element(page.getByRole('heading', { name: `April ${YEAR}` })).toBeVisible()
  await expect.poll(focused).toMatch(new RegExp(`${spring} April, nothing free`))
  while (!focused()?.includes(' 8 April')) await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(focused).toMatch(/8 April, 3 free hours/)
  await userEvent.keyboard('{Enter}')
  await page.getByRole('radio', { name: '10:00' }).click()
  await expect.element(page.getByText(/8 April .* at 10:00/)).toBeVisible()
  await expectAccessible()
  await button('Book this hour').click()
  await expect.element(page.getByText('Please read and accept the rules first.')).toBeVisible()
  expect(scheduleExam).not.toHaveBeenCalled()
  await page.getByRole('checkbox', { name: /read the rules/ }).click()
  await button('Book this hour').click()
  await expect.element(page.getByRole('heading', { name: 'Your date' })).toBeVisible()
  const sent = asked.filter(({ call }) => call === 'scheduleExam')
  expect(sent[0]?.input.scheduleExamPayload).toEqual({
    date: `${YEAR}-04-08`,
    hour: 10,
    time_zone: 'Europe/Berlin',
    accepted_rules: mine.rules,
  })
  expect(new Set(sent.map(({ request }) => request.headers.get('idempotency-key'))).size).toBe(1)
})

test('what is chosen stays chosen when the next attempt opens meanwhile, and is gone once it is booked', async () => {
  const failed = { state: 'failed' as const, decided_at: time(-3600), time_zone: 'Europe/Berlin' }
  const getMyExam = vi.fn(() => examDetails(failed, { now }))
  const at = `${YEAR}-03-21T08:00:00.000Z`
  const scheduled = examDetails({ state: 'scheduled', scheduled_at: at, time_zone: 'Europe/Berlin' }, { now })
  const scheduleExam = () => {
    getMyExam.mockReturnValue(scheduled)
    throw new TypeError('Failed to fetch')
  }
  await room({ ...months, getMyExam, getCanSchedule: canSchedule({ earliest }), listExamFlags: [], scheduleExam })
  await expect.element(page.getByRole('heading', { name: 'You did not pass this time' })).toBeVisible()
  await button(/ 21 March, 3 free hours$/).click()
  await page.getByRole('radio', { name: '09:00' }).click()
  await page.getByRole('checkbox', { name: /read the rules/ }).click()

  getMyExam.mockReturnValue(examDetails({ state: 'purchased' }, { now }))
  dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('heading', { name: 'You did not pass this time' })).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Time zone')).toHaveValue('Europe/Berlin')
  await expect.element(page.getByRole('radio', { name: '09:00' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /read the rules/ })).toBeChecked()
  await button('Book this hour').click()
  await expect.element(page.getByRole('heading', { name: 'Your date' })).toBeVisible()

  getMyExam.mockReturnValue(examDetails({ state: 'purchased' }, { now }))
  dispatchEvent(new Event('visibilitychange'))
  await expect.element(button('Book this hour')).toBeDisabled()
  await expect.element(page.getByRole('checkbox', { name: /read the rules/ })).not.toBeChecked()
})

test('rules that change while one reads are shown and asked for anew; a move asks only for new ones', async () => {
  let rules = 'Work by yourself.'
  let accepted: string | null = null
  const at = `${YEAR}-03-21T08:00:00.000Z`
  const { inputsOf } = await room({
    ...months,
    getMyExam: () =>
      examDetails(
        { time_zone: 'Europe/Berlin', ...(accepted && { state: 'scheduled', scheduled_at: at }) },
        { now, rules, accepted_rules: accepted ? { text: accepted, at: now } : null },
      ),
    getCanSchedule: () =>
      canSchedule({ earliest, can_schedule: !accepted, movable_until: `${YEAR + 9}-01-01T00:00:00.000Z` }),
    scheduleExam: ({
      scheduleExamPayload: { accepted_rules },
    }: {
      scheduleExamPayload: { accepted_rules?: string }
    }) => {
      rules = 'Work by yourself, and sleep.'
      if (accepted_rules !== rules)
        throw new ApiError('invalid', 'The rules of this exam have changed.', { extra: { rules } })
      accepted = rules
      return {
        attempt_id: examAttempt().id,
        scheduled_at: at,
        time_zone: 'Europe/Berlin',
        movable_until: at,
        moves_left: 2,
        duration_minutes: 1440,
      }
    },
  })
  await button(/ 21 March, 3 free hours$/).click()
  await page.getByRole('radio', { name: '09:00' }).click()
  const tick = page.getByRole('checkbox', { name: /accept them/ })
  await tick.click()
  await button('Book this hour').click()
  await expect.element(page.getByText('The rules have just changed. These are the new ones.')).toBeVisible()
  await expect.element(page.getByText('Work by yourself, and sleep.').first()).toBeVisible()
  await expect.element(tick).not.toBeChecked()
  await expectAccessible()
  await tick.click()
  await button('Book this hour').click()
  await expect.element(page.getByRole('heading', { name: 'Your date' })).toBeVisible()
  await expect.element(page.getByText(/^You accepted them on /)).toBeVisible()
  expect(inputsOf('scheduleExam')).toHaveLength(2)
  await button('Move').click()
  await expect.element(button('Move my date')).toBeVisible()
  await expect.element(tick).not.toBeInTheDocument()
})

test('an hour that comes twice is asked about; one that was taken meanwhile is answered with the next free one', async () => {
  const autumn = lastSunday(10)
  const date = `${YEAR}-10-${autumn}`
  const twice = (['earlier', 'later'] as const).map((occurrence, index) => ({
    hour: 2,
    occurrence,
    at: `${date}T0${index}:00:00.000Z`,
  }))
  const next_free = `${YEAR}-10-${autumn}T07:00:00.000Z`
  const scheduleExam = vi.fn((): unknown => {
    throw new ApiError(
      'conflict',
      'This hour is fully booked. Please take another one: the next that is free is shown.',
      {
        extra: { next_free },
      },
    )
  })
  await room({
    getMyExam: { ...mine, now: `${YEAR}-10-02T08:00:00.000Z`, rules: '' },
    getCanSchedule: canSchedule({ earliest: `${YEAR}-10-02T08:45:00.000Z` }),
    listExamHours: examDays(`${YEAR}-10`, [autumn], 2).map((day) =>
      day.date === date ? { ...day, hours: [...twice, ...day.hours] } : day,
    ),
    scheduleExam,
  })
  await button(new RegExp(`^Sunday ${autumn} October, 5 free hours$`)).click()
  await expect.element(page.getByText('one hour comes twice', { exact: false })).toBeVisible()
  await page.getByRole('radio', { name: '02:00 later, UTC+1' }).click()
  await button('Book this hour').click()
  await expect.element(page.getByText('This hour is fully booked.', { exact: false })).toBeVisible()
  expect(scheduleExam.mock.lastCall).toMatchObject([{ scheduleExamPayload: { hour: 2, occurrence: 'later' } }])
  await button('Choose this hour').click()
  scheduleExam.mockReturnValue({
    attempt_id: examAttempt().id,
    scheduled_at: next_free,
    time_zone: 'Europe/Berlin',
    movable_until: next_free,
    moves_left: 2,
    duration_minutes: 1440,
  })
  await button('Book this hour').click()
  await expect.poll(() => scheduleExam.mock.lastCall).toMatchObject([{ scheduleExamPayload: { date, hour: 8 } }])
})

test('an hour that could no longer be moved says so before it is booked, and the confirmation is in view and has the focus afterwards', async () => {
  let scheduled_at: string | null = null
  const soon = `${YEAR}-03-21T08:00:00.000Z`
  await page.viewport(1280, 500)
  await room({
    ...months,
    getMyExam: () =>
      examDetails(
        { state: scheduled_at ? 'scheduled' : 'purchased', scheduled_at, time_zone: 'Europe/Berlin' },
        { now: `${YEAR}-03-20T22:00:00.000Z`, rules: '' },
      ),
    getCanSchedule: () =>
      canSchedule({
        earliest: `${YEAR}-03-20T22:45:00.000Z`,
        can_schedule: scheduled_at === null,
        movable_until: null,
      }),
    scheduleExam: () => {
      scheduled_at = soon
      return {
        attempt_id: examAttempt().id,
        scheduled_at: soon,
        time_zone: 'Europe/Berlin',
        movable_until: soon,
        moves_left: 2,
        duration_minutes: 1440,
      }
    },
  })
  await button(/^\w+ 21 March/).click()
  await page.getByRole('radio').nth(0).click()
  await expect.element(page.getByText(/This hour is final\..*can neither move nor cancel it/)).toBeVisible()
  await button('Book this hour').click()
  const confirmation = page.getByRole('heading', { name: 'Your date' })
  await expect.element(confirmation).toBeInViewport()
  expect(scrollY).toBe(0)
  expect(document.activeElement, 'the part of the page that says so').not.toBe(document.body)
  expect(document.activeElement?.contains(confirmation.element())).toBe(true)
})

test('a date counts down by the server’s time, goes into a calendar, and is moved or cancelled at a price that is said', async () => {
  // This computer is an hour behind the server.
  const skew = 3600
  const at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 5 * 3_600_000).toISOString()
  let scheduled_at: string | null = at
  let moves_left = 2
  const saved = vi.spyOn(URL, 'createObjectURL')
  const { inputsOf } = await room({
    ...months,
    getMyExam: () =>
      examDetails(
        { state: scheduled_at ? 'scheduled' : 'purchased', scheduled_at, time_zone: 'Europe/Berlin' },
        { now: time(skew) },
      ),
    getCanSchedule: () =>
      scheduled_at
        ? {
            ...refused({ code: 'already_booked', message: '', from: null }),
            moves_left,
            movable_until: moves_left > 0 ? time(skew + 600) : time(skew - 600),
          }
        : canSchedule({ moves_left, earliest: time(skew + 2700) }),
    getExamCalendar: new Response('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } }),
    cancelExam: () => {
      scheduled_at = null
      moves_left = 0
      return null
    },
  })
  const left = Math.floor((Date.parse(at) - Date.now()) / 3_600_000) - 1
  await expect.element(page.getByRole('timer')).toBeVisible()
  await expect.poll(clock).toMatch(new RegExp(`^${left}:|^${left - 1}:59`))
  await expect.element(page.getByText(/^It is 1 h behind ours\./)).toBeVisible()
  await button('Add to my calendar').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  await button('Move').click()
  await expect.element(page.getByText('This costs one of your 2 changes.')).toBeVisible()
  await expectAccessible()
  await button('Keep my date').click()
  await button('Cancel the date').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('This costs one of your 2 changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel my date' }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose your day and hour' })).toBeVisible()
  await expect.element(page.getByText('you can no longer move or cancel it', { exact: false })).toBeVisible()
  expect(inputsOf('cancelExam')).toHaveLength(1)
})

test('a date keeps the time that it was booked with, and says so when extra time was granted since', async () => {
  const scheduled_at = time(5 * 3600)
  await room({
    getMyExam: examDetails({ state: 'scheduled', scheduled_at, time_zone: 'Europe/Berlin' }),
    getCanSchedule: canSchedule({ can_schedule: false, booked_minutes: 1440, duration_minutes: 1800 }),
  })
  await expect.element(page.getByText(/UTC\+\d · 24 h/)).toBeVisible()
  await expect.element(page.getByText(/Your extra time has changed since you booked: .* last 30 h/)).toBeVisible()
})

test('a learner with one change left reads that it is the last', async () => {
  await room({
    getMyExam: examDetails({ state: 'scheduled', scheduled_at: time(30 * 3600), time_zone: 'Europe/Berlin' }),
    getCanSchedule: canSchedule({ can_schedule: false, moves_left: 1, movable_until: time(6 * 3600) }),
  })
  await button('Cancel the date').click()
  await expect.element(page.getByRole('dialog').getByText('This is your last change.')).toBeVisible()
})
