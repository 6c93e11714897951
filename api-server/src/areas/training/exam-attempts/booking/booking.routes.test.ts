import { CHECK_IN_RULE } from '@flagyard/api-types/exam-attempts/timing'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { accountBookings, entitlements, examAttempts, exams, users, vouchers } from '../../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(6)
})
afterAll(() => bench.close())

const HOUR = 3_600_000

/** Event of a calendar file, parsed by another library. */
function readEvent(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const component = calendar.getFirstSubcomponent('vevent')!
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate(),
    minutes: event.duration.toSeconds() / 60,
    status: component.getFirstPropertyValue('status'),
    summary: event.summary,
    description: event.description,
    alarm: component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString() ?? null,
  }
}
const attached = ({ attachments }: { attachments: { content_base64: string }[] }) =>
  readEvent(Buffer.from(attachments[0]!.content_base64, 'base64').toString())

test('books, moves and cancels an exam: each time the same calendar event is updated and a mail is sent', async () => {
  const exam = await bench.exam('journey', { title: 'Cloud expert', reschedules: 3 })
  const lena = bench.as('lena')
  await bench.give('lena', exam)
  await bench.deps.db
    .update(users)
    .set({ accommodation: 25 })
    .where(eq(users.id, await bench.idOf('lena')))
  expect(await lena.getCanSchedule({ exam: 'journey' })).toMatchObject({
    can_schedule: true,
    reasons: [],
    moves_left: 3,
  })

  const booked = await lena.scheduleExam({ exam: 'journey', scheduleExamPayload: hourFromNow(72) })
  expect(booked).toMatchObject({ duration_minutes: 300, moves_left: 3, time_zone: 'UTC' })
  expect(await lena.getCanSchedule({ exam: 'journey' })).toMatchObject({
    can_schedule: false,
    reasons: [{ code: 'already_booked' }],
    earliest: null,
  })
  const moved = await lena.rescheduleExam({ exam: 'journey', rescheduleExamPayload: hourFromNow(96) })
  expect(new Date(moved.scheduled_at).getTime() - new Date(booked.scheduled_at).getTime()).toBe(24 * HOUR)
  expect(moved.moves_left).toBe(2)
  const downloaded = readEvent(await (await lena.getExamCalendar({ exam: 'journey' })).text())
  await lena.cancelExam({ exam: 'journey' })
  const attempt = await bench.attempt('lena', exam)
  expect(attempt).toMatchObject({ state: 'purchased', scheduled_at: null, reschedules_used: 2 })
  expect(await bench.deps.db.select().from(accountBookings)).toEqual([])

  const mails = await bench.mails('lena')
  expect(mails.map(({ kind }) => kind)).toEqual(['exam_booked', 'exam_moved', 'exam_cancelled'])
  const events = mails.map(attached)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
  expect(events).toMatchObject([
    {
      method: 'PUBLISH',
      sequence: 1,
      start: new Date(booked.scheduled_at),
      minutes: 300,
      status: 'CONFIRMED',
      description: CHECK_IN_RULE,
      alarm: '-PT45M',
    },
    {
      method: 'PUBLISH',
      sequence: 2,
      start: new Date(moved.scheduled_at),
      minutes: 300,
      summary: 'Exam: Cloud expert',
    },
    { method: 'CANCEL', sequence: 3, start: new Date(moved.scheduled_at), status: 'CANCELLED', alarm: null },
  ])
  expect(downloaded).toEqual(events[1])
  await expect(lena.cancelExam({ exam: 'journey' })).rejects.toMatchObject({ status: 409 })
})

test('uses the hour of the learner’s time zone, rejects skipped hours and asks about repeated ones', async () => {
  const exam = await bench.exam('zones', { reschedules: 20, attempts: 9 })
  const zoe = bench.as('zoe')
  await bench.give('zoe', exam)
  const year = new Date().getUTCFullYear() + 1
  // Clock changes of next year may be outside an access of one year.
  await bench.deps.db
    .update(entitlements)
    .set({ ends_at: new Date(`${year + 2}-01-01`) })
    .where(eq(entitlements.exam_id, exam.id))
  const sunday = (month: number, nth: number) => {
    const first = new Date(Date.UTC(year, month - 1, 1))
    const last = new Date(Date.UTC(year, month, 0))
    const day = nth > 0 ? 1 + ((7 - first.getUTCDay()) % 7) + (nth - 1) * 7 : last.getUTCDate() - last.getUTCDay()
    return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
  }
  const ask = (date: string, hour: number, time_zone: string, occurrence?: 'earlier' | 'later') => {
    const payload = { date, hour, time_zone, ...(occurrence && { occurrence }) }
    return zoe.scheduleExam({ exam: 'zones', scheduleExamPayload: payload })
  }
  const free = () =>
    bench.deps.db.update(examAttempts).set({ state: 'purchased' }).where(eq(examAttempts.exam_id, exam.id))
  for (const [zone, spring, skipped, autumn, twice, offsets] of [
    ['Europe/Berlin', sunday(3, -1), 2, sunday(10, -1), 2, [0, 1]],
    ['America/New_York', sunday(3, 2), 2, sunday(11, 1), 1, [5, 6]],
    ['Australia/Sydney', sunday(10, 1), 2, sunday(4, 1), 2, [-9, -8]],
  ] as const) {
    await expect(ask(spring, skipped, zone), zone).rejects.toMatchObject({ status: 422, errors: [{ field: 'hour' }] })
    await expect(ask(autumn, twice, zone), zone).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'occurrence' }],
    })
    for (const [index, occurrence] of (['earlier', 'later'] as const).entries()) {
      const { scheduled_at } = await ask(autumn, twice, zone, occurrence)
      const midnight = new Date(`${autumn}T00:00:00Z`).getTime()
      expect((new Date(scheduled_at).getTime() - midnight) / HOUR, `${zone} ${occurrence}`).toBe(offsets[index])
      await free()
    }
  }
  const { scheduled_at } = await ask(`${year}-07-01`, 9, 'Asia/Kolkata')
  expect(scheduled_at).toBe(`${year}-07-01T03:30:00.000Z`)
  await free()
  for (const zone of ['+02:00', 'Mars/Olympus', 'Europe/Berlin\u0000', ''])
    await expect(ask(`${year}-07-01`, 9, zone), zone).rejects.toMatchObject({ status: 422 })
  await expect(ask(`${year}-02-30`, 9, 'UTC')).rejects.toMatchObject({ status: 422, errors: [{ field: 'date' }] })
})

test('lists the free hours of a month in the learner’s time zone, without full or skipped hours and with repeated ones twice', async () => {
  const exam = await bench.exam('hours', {
    cloud: 'gcp',
    reschedules: 5,
    duration_minutes: 60,
    extension_ceiling_minutes: 0,
  })
  await bench.addAccounts(2, { cloud: 'gcp' })
  const [hana, ivo] = [bench.as('hana'), bench.as('ivo')]
  const year = new Date().getUTCFullYear() + 1
  for (const name of ['hana', 'ivo']) await bench.give(name, exam)
  await bench.deps.db
    .update(entitlements)
    .set({ ends_at: new Date(`${year + 1}-12-01`) })
    .where(eq(entitlements.exam_id, exam.id))
  const dayOf = async (date: string, time_zone = 'Europe/Berlin') => {
    const days = await hana.listExamHours({ exam: 'hours', month: date.slice(0, 7), time_zone })
    return days.find((day) => day.date === date)!
  }
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month, 0))
    return new Date(last.getTime() - last.getUTCDay() * 24 * HOUR).toISOString().slice(0, 10)
  }
  const spring = await dayOf(lastSunday(3))
  expect([spring.hours.length, spring.skipped]).toEqual([23, [2]])
  const autumn = await dayOf(lastSunday(10))
  const twice = autumn.hours.filter(({ hour }) => hour === 2)
  expect(autumn.hours.length).toBe(25)
  expect(twice.map(({ occurrence }) => occurrence)).toEqual(['earlier', 'later'])
  expect(Date.parse(twice[1]!.at) - Date.parse(twice[0]!.at)).toBe(HOUR)
  const summer = `${year}-07-01`
  expect((await dayOf(summer, 'Asia/Kolkata')).hours[9]).toEqual({
    hour: 9,
    occurrence: null,
    at: `${year}-07-01T03:30:00.000Z`,
  })
  // Two accounts are enough for one exam with its spare. A booking at noon blocks the hours around it for others, not for its learner.
  const noon = { date: summer, hour: 12, time_zone: 'Europe/Berlin' }
  await ivo.scheduleExam({ exam: 'hours', scheduleExamPayload: noon })
  const offered = (await dayOf(summer)).hours.map(({ hour }) => hour)
  expect(offered).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 18, 19, 20, 21, 22, 23])
  for (const hour of [8, 9, 15, 16]) {
    const booking = hana.scheduleExam({ exam: 'hours', scheduleExamPayload: { ...noon, hour } })
    if (!offered.includes(hour)) await expect(booking, `${hour}`).rejects.toMatchObject({ status: 409 })
    else {
      await booking
      await hana.cancelExam({ exam: 'hours' })
    }
  }
  const days = await ivo.listExamHours({ exam: 'hours', month: summer.slice(0, 7), time_zone: 'Europe/Berlin' })
  expect(days[0]!.hours.map(({ hour }) => hour)).toEqual([...Array(24).keys()].filter((hour) => hour !== 12))
  expect(await ivo.getCanSchedule({ exam: 'hours' })).toMatchObject({
    movable_until_hours: 24,
    movable_until: `${year}-06-30T10:00:00.000Z`,
    duration_minutes: 60,
  })
  const beyond = await hana.listExamHours({ exam: 'hours', month: `${year + 1}-12`, time_zone: 'UTC' })
  expect(beyond.flatMap(({ hours }) => hours)).toEqual([])
  const ask = (month: string, time_zone: string) => hana.listExamHours({ exam: 'hours', month, time_zone })
  await expect(ask(summer.slice(0, 7), '+02:00')).rejects.toMatchObject({ errors: [{ field: 'time_zone' }] })
  await expect(ask('July', 'UTC')).rejects.toMatchObject({ status: 422 })
  await expect(
    bench.as('outsider').listExamHours({ exam: 'hours', month: summer.slice(0, 7), time_zone: 'UTC' }),
  ).rejects.toMatchObject({ status: 403 })
})

test('lists every reason against a booking with the day on which it ends', async () => {
  const exam = await bench.exam('reasons')
  const ruth = bench.as('ruth')
  expect((await ruth.getCanSchedule({ exam: 'reasons' })).reasons).toMatchObject([{ code: 'not_entitled', from: null }])
  await expect(ruth.scheduleExam({ exam: 'reasons', scheduleExamPayload: hourFromNow(48) })).rejects.toMatchObject({
    status: 403,
  })
  await bench.give('ruth', exam)
  const mine = eq(examAttempts.exam_id, exam.id)
  const decided_at = new Date(Date.now() - 24 * HOUR)
  await bench.deps.db.update(examAttempts).set({ state: 'failed', decided_at }).where(mine)
  await bench.deps.db.update(exams).set({ bookable: false }).where(eq(exams.id, exam.id))
  expect((await ruth.getCanSchedule({ exam: 'reasons' })).reasons).toMatchObject([
    { code: 'not_open' },
    { code: 'cooldown', from: new Date(decided_at.getTime() + 7 * 24 * HOUR).toISOString() },
  ])
  await bench.deps.db.update(exams).set({ bookable: true }).where(eq(exams.id, exam.id))
  await expect(ruth.scheduleExam({ exam: 'reasons', scheduleExamPayload: hourFromNow(48) })).rejects.toMatchObject({
    status: 409,
    extra: { reasons: [{ code: 'cooldown' }] },
  })
  // After the cooldown the next attempt appears automatically, once. Its failure uses up the last one.
  await bench.pass('ruth', exam, 6 * 24 * 60)
  await bench.queue.run('exam-room.open')
  await bench.queue.run('exam-room.open')
  expect(await bench.attempt('ruth', exam)).toMatchObject({ number: 2, state: 'purchased' })
  await bench.deps.db
    .update(examAttempts)
    .set({ state: 'no_show', decided_at: new Date('2020-01-01') })
    .where(mine)
  await bench.queue.run('exam-room.open')
  expect((await ruth.getCanSchedule({ exam: 'reasons' })).reasons).toMatchObject([{ code: 'no_attempts_left' }])
  await bench.deps.db.update(examAttempts).set({ state: 'passed' }).where(mine)
  await bench.deps.db
    .update(entitlements)
    .set({ ends_at: new Date('2026-01-01') })
    .where(eq(entitlements.exam_id, exam.id))
  expect((await ruth.getCanSchedule({ exam: 'reasons' })).reasons.map(({ code }) => code)).toEqual(['ended', 'passed'])
})

test('rejects bookings that are too early, too late or repeated, and more moves than allowed', async () => {
  const exam = await bench.exam('limits', { reschedules: 1 })
  const lars = bench.as('lars')
  await bench.give('lars', exam)
  const book = (hours: number) => lars.scheduleExam({ exam: 'limits', scheduleExamPayload: hourFromNow(hours) })
  await expect(book(-3)).rejects.toMatchObject({ status: 422, errors: [{ field: 'hour' }] })
  await expect(book(0)).rejects.toMatchObject({ status: 422 })
  await expect(book(366 * 24)).rejects.toMatchObject({ status: 422, errors: [{ field: 'date' }] })
  await book(48)
  await expect(book(50)).rejects.toMatchObject({ status: 409 })
  const move = (hours: number) => lars.rescheduleExam({ exam: 'limits', rescheduleExamPayload: hourFromNow(hours) })
  await expect(move(48)).rejects.toMatchObject({ status: 422 })
  await move(72)
  await expect(move(96)).rejects.toMatchObject({ status: 409 })
  await expect(lars.cancelExam({ exam: 'limits' })).rejects.toMatchObject({ status: 409 })
  await bench.deps.db.update(examAttempts).set({ reschedules_used: 0 }).where(eq(examAttempts.exam_id, exam.id))
  await bench.pass('lars', exam, 49 * 60)
  await expect(move(96)).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/24 hours before/) })
  await expect(lars.cancelExam({ exam: 'limits' })).rejects.toMatchObject({ status: 409 })
  const payload = { ...hourFromNow(48), hour: 24 }
  await expect(lars.scheduleExam({ exam: 'limits', scheduleExamPayload: payload })).rejects.toMatchObject({
    status: 422,
  })
  const extra = { ...hourFromNow(48), minutes: 30 } as never
  await expect(lars.scheduleExam({ exam: 'limits', scheduleExamPayload: extra })).rejects.toMatchObject({ status: 422 })
})

test('reserves an account from preparation until it is clean, and offers latecomers the next free hour', async () => {
  // The Azure pool has three usable accounts, enough for two exams with a spare, and one in quarantine.
  await bench.addAccounts(3, { cloud: 'azure' })
  await bench.addAccounts(1, { cloud: 'azure', status: 'Locked', lock_reason: 'quarantine' })
  const exam = await bench.exam('full', { cloud: 'azure', duration_minutes: 60, extension_ceiling_minutes: 15 })
  const people = ['fay', 'finn', 'flo', 'fred']
  for (const name of people) {
    bench.as(name)
    await bench.give(name, exam)
  }
  const book = (name: string, hours: number) =>
    bench.as(name).scheduleExam({ exam: 'full', scheduleExamPayload: hourFromNow(hours) })
  await book('fay', 48)
  const second = await book('finn', 49)
  // Minutes: 45 before, 60 of waiting, 60 of exam, 15 of extension, 30 of cleaning. The account is free 3.5 hours after the first booking.
  const refused = await book('flo', 48).catch((error: unknown) => error)
  const next = new Date(new Date(second.scheduled_at).getTime() + 4 * HOUR).toISOString()
  expect(refused).toMatchObject({ status: 409, extra: { next_free: expect.any(String) } })
  const { next_free } = (refused as { extra: { next_free: string } }).extra
  expect(new Date(next_free) <= new Date(next)).toBe(true)
  const hours = Math.ceil((new Date(next_free).getTime() - Date.now()) / HOUR)
  await expect(book('flo', hours - 1)).rejects.toMatchObject({ status: 409 })
  await book('flo', hours)
  // A booking does not block its own move.
  await bench.as('fay').rescheduleExam({ exam: 'full', rescheduleExamPayload: hourFromNow(47) })
  await expect(book('fred', 48)).rejects.toMatchObject({ status: 409 })
})

test('sends reminders a day and an hour before, once each, and only to those who want them', async () => {
  const exam = await bench.exam('reminders')
  for (const name of ['rita', 'quiet']) {
    await bench.as(name).getMe()
    await bench.give(name, exam)
    await bench
      .as(name)
      .scheduleExam({ exam: 'reminders', scheduleExamPayload: hourFromNow(name === 'rita' ? 72 : 78) })
  }
  await bench
    .as('quiet')
    .updateMe({ profileUpdatePayload: { email_preferences: { product: true, reminders: false, feedback: true } } })
  const reminders = async (name: string) =>
    (await bench.mails(name)).filter(({ kind }) => kind === 'exam_reminder').map(({ subject }) => subject)
  const remind = async () => {
    await bench.queue.run('exam-room.tell')
    await bench.queue.run('exam-room.tell')
  }
  await remind()
  expect(await reminders('rita')).toEqual([])
  await bench.pass('rita', exam, 49 * 60)
  await bench.pass('quiet', exam, 55 * 60)
  await remind()
  expect(await reminders('rita')).toEqual(['Your exam is tomorrow: Exam reminders'])
  const { scheduled_at } = await bench.attempt('rita', exam)
  await bench.pass('rita', exam, Math.floor((scheduled_at!.getTime() - Date.now()) / 60_000) - 50)
  await remind()
  expect(await reminders('rita')).toHaveLength(2)
  expect(await reminders('quiet')).toEqual([])
})

test('sells an exam again, or accepts a voucher for it, only after all attempts are used', async () => {
  const exam = await bench.exam('once-more', { attempts: 1, cooldown_days: [] })
  const again = { purchaseExamPayload: { slug: 'once-more', quantity: 1 } }
  const buyer = bench.as('persistent')
  await buyer.getMe()
  await bench.give('persistent', exam)
  const fail = async () => {
    const { id } = await bench.attempt('persistent', exam)
    await bench.deps.db
      .update(examAttempts)
      .set({ state: 'failed', decided_at: new Date() })
      .where(eq(examAttempts.id, id))
  }
  const isUsedUp = async () => (await buyer.listMyExams()).find(({ slug }) => slug === 'once-more')?.is_used_up
  expect(await isUsedUp()).toBe(false)
  await expect(buyer.purchaseExam(again)).rejects.toMatchObject({ code: 'already_owned' })

  await fail()
  expect(await isUsedUp()).toBe(true)
  expect((await buyer.getCanSchedule({ exam: 'once-more' })).reasons.map(({ code }) => code)).toEqual([
    'no_attempts_left',
  ])
  const { order_id } = await buyer.purchaseExam(again)
  const order = await buyer.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
  expect(order).toMatchObject({ state: 'fulfilled', next: '/examroom/once-more' })
  expect(await isUsedUp()).toBe(false)
  expect(await bench.attempt('persistent', exam)).toMatchObject({ number: 2, state: 'purchased' })
  expect(await buyer.getMyExam({ exam: 'once-more' })).toMatchObject({ attempts_allowed: 1 })

  await fail()
  await bench.deps.db
    .insert(vouchers)
    .values({ code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA2', kind: 'exam', exam_id: exam.id })
  await buyer.activateVoucher({ activateVoucherPayload: { code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA2' } })
  expect(await buyer.getCanSchedule({ exam: 'once-more' })).toMatchObject({ can_schedule: true })
  expect(await bench.attempt('persistent', exam)).toMatchObject({ number: 3, state: 'purchased' })
})

test('extra time requires a reason, is shown with the booking, and applies once the exam is moved to the same hour', async () => {
  const exam = await bench.exam('longer', { duration_minutes: 240 })
  await bench.as('xena').getMe()
  await bench.give('xena', exam)
  const hour = hourFromNow(96)
  await bench.as('xena').scheduleExam({ exam: 'longer', scheduleExamPayload: hour })
  const record = () => bench.asAdmin.getUser({ username: 'xena' })
  const edit = async (changes: object) =>
    bench.asAdmin.updateUser({ userEdit: { username: 'xena', version: (await record()).version, ...changes } })
  await expect(edit({ accommodation: 25 })).rejects.toMatchObject({ errors: [{ field: 'accommodation_reason' }] })
  await edit({ accommodation: 25, accommodation_reason: 'Agreed on 3 March' })
  expect(await record()).toMatchObject({
    accommodation_reason: 'Agreed on 3 March',
    booked_exams: [{ title: exam.title, minutes: 240, exam_minutes: 240 }],
  })
  const finance = bench.as('cashier', { roles: ['user', 'admin'], capabilities: ['finance'] })
  expect(await finance.getUser({ username: 'xena' })).toMatchObject({ accommodation: 25, accommodation_reason: null })
  expect(await bench.as('xena').getCanSchedule({ exam: 'longer' })).toMatchObject({
    duration_minutes: 300,
    booked_minutes: 240,
  })
  const { id } = await bench.attempt('xena', exam)
  const attempt = () => bench.asAdmin.getUserAttempt({ username: 'xena', id })
  const before = await attempt()
  expect(before).toMatchObject({ duration_minutes: 240, exam_minutes: 240, booked_now_minutes: 300 })
  await bench.asAdmin.scheduleExamForUser({ username: 'xena', exam_slug: 'longer', scheduleExamEdit: hour })
  const after = await attempt()
  expect(after).toMatchObject({ scheduled_at: before.scheduled_at, duration_minutes: 300, booked_now_minutes: 300 })
  expect(Date.parse(after.account_until!) - Date.parse(before.account_until!)).toBe(60 * 60_000)
  await edit({ accommodation: 0 })
  expect(await record()).toMatchObject({ accommodation_reason: null, booked_exams: [{ minutes: 300 }] })
})
