import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeBundle, makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import {
  certificates,
  courseProgress,
  lessonProgress,
  lessons,
  orders,
  outbox,
  transfers,
  vouchers,
} from '../../../db/schema/index.ts'

let app: TestApp
let queue: ManualQueue
let course: { id: string }
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  const { db } = app.deps
  course = await makeCourse(db, 'aws', { access_days: 30 })
  const azure = await makeCourse(db, 'azure', { price_amount: 50_00 })
  await makeBundle(db, 'clouds', 120_00, [course, azure])
})
afterAll(() => app.close())

type Purchase = Parameters<Api['purchaseCourse']>[0]['purchaseCoursePayload']

async function buy(api: Api, changes: Partial<Purchase> = {}): Promise<string> {
  const { order_id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 3, ...changes },
  })
  await api.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
  return order_id
}
const seatsOf = async (api: Api, id: string) => (await api.listOrderSeats({ id })).seats
const mailsTo = (recipient: string) =>
  app.deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, recipient), eq(outbox.kind, 'voucher')))
const codeIn = (text: string | undefined) => /[0-9A-Z]{5}(?:-[0-9A-Z]{5,6}){4}/.exec(text ?? '')?.[0] ?? ''
const activate = (api: Api, code: string, dry_run = false) =>
  api.activateVoucher({ activateVoucherPayload: { code, dry_run } })
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

test('a seat is assigned to an address, and reassigned with a new code; the old code stops working', async () => {
  const ana = app.as('ana')
  const id = await buy(ana)
  const [free] = await seatsOf(ana, id)
  expect(free).toMatchObject({ seat: 1, state: 'free', recipient: null, mail: 'none' })
  await ana.assignSeat({ id, seat: '1', seatAssignment: { version: free!.version, email: 'one@team.example' } })
  expect((await seatsOf(ana, id))[0]).toMatchObject({
    state: 'assigned',
    recipient: 'one@team.example',
    mail: 'waiting',
  })
  await queue.work()
  const [first] = await mailsTo('one@team.example')
  const old = codeIn(first?.text)
  expect(old).not.toBe(free!.contents[0]?.code)

  const [assigned] = await seatsOf(ana, id)
  await ana.assignSeat({ id, seat: '1', seatAssignment: { version: assigned!.version, email: 'two@team.example' } })
  await queue.work()
  await expect(activate(app.as('one'), old)).rejects.toMatchObject({ status: 422 })
  const [second] = await mailsTo('two@team.example')
  expect(await activate(app.as('two'), codeIn(second?.text))).toMatchObject({ activated: true })
  const [used] = await seatsOf(ana, id)
  expect(used).toMatchObject({ state: 'used', contents: [{ used_by: expect.any(String), progress: null }] })
  await expect(
    ana.assignSeat({ id, seat: '1', seatAssignment: { version: used!.version, email: 'three@team.example' } }),
  ).rejects.toMatchObject({ status: 409, code: 'conflict' })
})

test('refuses to assign a seat that changed since it was shown', async () => {
  const bea = app.as('bea')
  const id = await buy(bea)
  const [{ version } = { version: 0 }] = await seatsOf(bea, id)
  const give = (email: string) => bea.assignSeat({ id, seat: '1', seatAssignment: { version, email } })
  await give('first@team.example')
  await expect(give('second@team.example')).rejects.toMatchObject({ status: 409, code: 'stale_version' })
  expect((await seatsOf(bea, id))[0]).toMatchObject({ recipient: 'first@team.example' })
})

test('only the buyer can read or change the seats', async () => {
  const id = await buy(app.as('owner'))
  const other = app.as('other')
  const calls = [
    () => other.listOrderSeats({ id }),
    () => other.downloadOrderSeats({ id }),
    () => other.assignSeat({ id, seat: '1', seatAssignment: { version: 1, email: 'a@b.example' } }),
    () => other.assignSeats({ id, seatAssignments: { recipients: ['a@b.example'] } }),
    () => other.correctSeats({ id, seatCorrections: { corrections: [{ seat: 1, version: 1, email: 'a@b.example' }] } }),
    () => other.remindSeat({ id, seat: '1' }),
    () => other.cancelOrder({ id }),
    () => other.updateGift({ id, giftUpdate: {} }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
})

describe('several seats concurrently', () => {
  test('a dry run reports errors by row and assigns nothing; with an error nothing is assigned', async () => {
    const cora = app.as('cora')
    const id = await buy(cora, { quantity: 2, recipients: ['had@team.example'] })
    const recipients = ['no address', 'a@team.example', 'A@team.example', 'had@team.example', 'b@team.example']
    for (const dry_run of [true, false]) {
      const report = await cora.assignSeats({ id, seatAssignments: { recipients, dry_run } })
      expect(report).toMatchObject({ given: 0, free: 1 })
      expect(report.rows.map(({ error }) => error)).toEqual([
        'This is not an e-mail address',
        null,
        'Line 2 already has this address',
        'They already have a seat of this order',
        'No free seat is left for this address',
      ])
    }
    expect((await seatsOf(cora, id)).map(({ recipient }) => recipient)).toEqual(['had@team.example', null])
  })

  test('each address gets a seat and one mail', async () => {
    const dan = app.as('dan')
    const id = await buy(dan, { quantity: 3 })
    const recipients = ['dan-1@team.example', 'dan-2@team.example']
    const dry = await dan.assignSeats({ id, seatAssignments: { recipients, dry_run: true } })
    expect(dry).toMatchObject({ given: 2, free: 1 })
    expect(await dan.assignSeats({ id, seatAssignments: { recipients } })).toMatchObject({ given: 2, free: 1 })
    await queue.work()
    for (const recipient of recipients) expect(await mailsTo(recipient)).toHaveLength(1)
    expect((await seatsOf(dan, id)).map(({ state }) => state)).toEqual(['assigned', 'assigned', 'free'])
  })

  test('bounced mails are shown, and their addresses corrected together', async () => {
    const eva = app.as('eva')
    const id = await buy(eva, { quantity: 2, recipients: ['typo@team.example', 'fine@team.example'] })
    await app.deps.db.update(outbox).set({ state: 'bounced' }).where(eq(outbox.recipient, 'typo@team.example'))
    const shown = await seatsOf(eva, id)
    expect(shown.map(({ mail }) => mail)).toEqual(['undelivered', 'waiting'])
    const correction = (seat: number, email: string, version = shown[seat - 1]!.version) => ({ seat, version, email })
    const wrong = [correction(1, 'right@team.example'), correction(2, 'other@team.example', 99)]
    const refused = await eva.correctSeats({ id, seatCorrections: { corrections: wrong } })
    expect(refused).toMatchObject({
      given: 0,
      rows: [{ error: null }, { error: expect.stringContaining('changed in the meantime') }],
    })
    expect((await seatsOf(eva, id))[0]?.recipient).toBe('typo@team.example')
    const right = await eva.correctSeats({
      id,
      seatCorrections: { corrections: [correction(1, 'right@team.example')] },
    })
    expect(right).toMatchObject({ given: 1 })
    await queue.work()
    expect(await mailsTo('right@team.example')).toHaveLength(1)
    expect((await seatsOf(eva, id))[0]).toMatchObject({ recipient: 'right@team.example', mail: 'waiting' })
  })

  test('a seat of a bundle sends one person one mail with all courses', async () => {
    const fay = app.as('fay')
    const payload = { slug: 'clouds', quantity: 2 }
    const { order_id: id } = await fay.purchaseCourseBundle({ purchaseCourseBundlePayload: payload })
    await fay.payDemoOrder({ id, demoPayment: { outcome: 'paid' } })
    await fay.assignSeats({ id, seatAssignments: { recipients: ['both@team.example'] } })
    await queue.work()
    const mails = await mailsTo('both@team.example')
    expect(mails).toHaveLength(1)
    const seats = await seatsOf(fay, id)
    expect(seats.map(({ contents }) => contents.length)).toEqual([2, 2])
    for (const { code } of seats[0]!.contents) expect(mails[0]?.text).toContain(code)
  })
})

test('a reminder is sent at most once a day to recipients of unused seats', async () => {
  const gus = app.as('gus')
  const id = await buy(gus, { recipients: ['late@team.example'] })
  await expect(gus.remindSeat({ id, seat: '1' })).rejects.toMatchObject({ status: 409 })
  await expect(gus.remindSeat({ id, seat: '2' })).rejects.toMatchObject({ status: 409 })
  await app.deps.db
    .update(outbox)
    .set({ created_at: sql`now() - interval '25 hours'` })
    .where(eq(outbox.recipient, 'late@team.example'))
  await gus.remindSeat({ id, seat: '1' })
  await expect(gus.remindSeat({ id, seat: '1' }), 'twice').rejects.toMatchObject({ status: 409 })
  await queue.work()
  const [first, second] = await mailsTo('late@team.example')
  expect(codeIn(second?.text)).toBe(codeIn(first?.text))
})

describe('a scheduled gift', () => {
  const gift = { quantity: 1, gift: true, recipients: ['gift@friend.example'], gift_message: 'Happy birthday, Kim!' }
  const comes = (id: string) =>
    app.deps.db.update(vouchers).set({ mail_after: sql`now() - interval '1 minute'` }).where(eq(vouchers.order_id, id))

  test('is mailed once on its day with the buyer’s message, and not before', async () => {
    const hana = app.as('hana')
    const id = await buy(hana, { ...gift, gift_on: day(3) })
    await queue.run('vouchers.mail')
    expect(await mailsTo('gift@friend.example')).toEqual([])
    const [seat] = await seatsOf(hana, id)
    await expect(hana.remindSeat({ id, seat: '1' })).rejects.toMatchObject({ status: 409 })
    const voucher_id = seat!.contents[0]!.voucher_id
    await expect(hana.resendVoucher({ reSendVoucherPayload: { voucher_id } })).rejects.toMatchObject({ status: 409 })
    const version = 1
    await expect(app.asAdmin.sendVoucher({ voucher_id, voucherSending: { version } })).rejects.toMatchObject({
      status: 409,
    })
    expect(await mailsTo('gift@friend.example')).toEqual([])

    await comes(id)
    await Promise.all([queue.run('vouchers.mail'), queue.run('vouchers.mail')])
    await queue.run('vouchers.mail')
    const mails = await mailsTo('gift@friend.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Happy birthday, Kim!')
    expect(await activate(app.as('kim'), codeIn(mails[0]?.text))).toMatchObject({ activated: true })
  })

  test('can change its day, message and address until it is sent', async () => {
    const ivo = app.as('ivo')
    const id = await buy(ivo, { ...gift, recipients: ['wrong@friend.example'], gift_on: day(3) })
    const changed = await ivo.updateGift({ id, giftUpdate: { on: day(9), message: 'See you soon' } })
    expect(changed).toMatchObject({ gift_on: day(9), gift_message: 'See you soon' })
    const [seat] = await seatsOf(ivo, id)
    await ivo.assignSeat({ id, seat: '1', seatAssignment: { version: seat!.version, email: 'right@friend.example' } })
    await queue.work()
    expect(await mailsTo('right@friend.example')).toEqual([])
    const [voucher] = await app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
    expect(voucher?.mail_after?.toISOString()).toBe(`${day(9)}T09:00:00.000Z`)
    await expect(ivo.updateGift({ id, giftUpdate: { on: day(-1) } })).rejects.toMatchObject({ status: 422 })
    await comes(id)
    await queue.run('vouchers.mail')
    expect(await mailsTo('wrong@friend.example')).toEqual([])
    expect((await mailsTo('right@friend.example'))[0]?.text).toContain('See you soon')
    await app.deps.db
      .update(orders)
      .set({ gift_on: day(-1) })
      .where(eq(orders.id, id))
    await expect(ivo.updateGift({ id, giftUpdate: { message: 'Too late' } })).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    [{ gift_on: day(2), recipients: [] }, 'recipients'],
    [{ gift_message: 'For whom?', recipients: [] }, 'recipients'],
    [{ gift_on: day(-1) }, 'gift_on'],
    [{ gift_on: day(400) }, 'gift_on'],
  ])('refuses invalid input: %j', async (changes, field) => {
    await expect(buy(app.as('jan'), { ...gift, ...changes })).rejects.toMatchObject({
      status: 422,
      errors: [expect.objectContaining({ field })],
    })
  })
})

describe('progress shown to the buyer', () => {
  const company = { billing: { company: 'Team Ltd' } }

  async function learner(username: string, buyer: Api, changes: Partial<Purchase>) {
    const id = await buy(buyer, { quantity: 1, recipients: [`${username}@learners.example`], ...company, ...changes })
    const [seat] = await seatsOf(buyer, id)
    const code = seat!.contents[0]!.code
    const preview = await activate(app.as(username), code, true)
    await activate(app.as(username), code)
    const { db } = app.deps
    const user_id = await app.idOf(username)
    const [lesson] = await db.select().from(lessons).where(eq(lessons.course_id, course.id))
    const at = new Date()
    const watched = {
      user_id,
      course_id: course.id,
      lesson_id: lesson!.id,
      intervals: [[0, 600]] as [number, number][],
    }
    await db.insert(lessonProgress).values({ ...watched, completed_at: at })
    await db.insert(courseProgress).values({ user_id, course_id: course.id, completed_at: at }).onConflictDoNothing()
    await db
      .insert(certificates)
      .values({ id: `of-${username}`, user_id, course_id: course.id, type: 'required', name: 'N', title: 'T' })
    const content = async () => (await seatsOf(buyer, id))[0]?.contents[0]
    return { id, preview, content, voucher_id: seat!.contents[0]!.voucher_id }
  }

  test('is announced before the code is used; with “seats” it is only whether the seat is used', async () => {
    const { preview, content } = await learner('lea', app.as('lea-boss'), {})
    expect(preview.shared).toEqual({ with: 'Team Ltd', visibility: 'seats' })
    expect(await content()).toMatchObject({ used_by: expect.any(String), progress: null })
  })

  test('with “progress” includes start, end, completion and certificate, but minutes and points only with consent', async () => {
    const { id, preview, content, voucher_id } = await learner('max', app.as('max-boss'), { visibility: 'progress' })
    expect(preview.shared).toEqual({ with: 'Team Ltd', visibility: 'progress' })
    expect((await content())?.progress).toEqual({
      started_at: expect.any(String),
      due_at: expect.any(String),
      completed_at: expect.any(String),
      certificate: 'of-max',
      effort: null,
    })
    const max = app.as('max')
    expect(await max.listMySharing()).toMatchObject([{ voucher_id, with: 'Team Ltd', shares_effort: false }])
    await max.updateMySharing({ voucher_id, sharingUpdate: { shares_effort: true } })
    expect((await content())?.progress?.effort).toEqual({ minutes: 10, points: 0 })
    const file = await (await app.as('max-boss').downloadOrderSeats({ id })).text()
    expect(file).toContain('max@learners.example')
    expect(file).not.toContain((await content())?.code)
    await max.updateMySharing({ voucher_id, sharingUpdate: { shares_effort: false } })
    expect((await content())?.progress?.effort).toBeNull()
  })

  test('is decided only by the learner', async () => {
    const { voucher_id } = await learner('nia', app.as('nia-boss'), { visibility: 'progress' })
    for (const other of ['nia-boss', 'somebody'])
      await expect(
        app.as(other).updateMySharing({ voucher_id, sharingUpdate: { shares_effort: true } }),
      ).rejects.toMatchObject({ status: 404 })
  })

  test('is not announced to the buyer themselves', async () => {
    const otto = app.as('otto')
    const id = await buy(otto, { quantity: 2 })
    const [seat] = await seatsOf(otto, id)
    expect(await activate(otto, seat!.contents[0]!.code, true)).toMatchObject({ shared: null })
  })

  test('the file contains no spreadsheet formulas, whatever the names are', async () => {
    const pia = app.as('pia')
    const id = await buy(pia, { quantity: 1, recipients: ['pia-1@team.example'] })
    await app.deps.db.update(vouchers).set({ recipient: '=1+1@team.example' }).where(eq(vouchers.order_id, id))
    const file = await (await pia.downloadOrderSeats({ id })).text()
    expect(file).toContain(`"'=1+1@team.example"`)
  })
})

test('a buyer can cancel an unpaid order, but not a paid one', async () => {
  const quin = app.as('quin')
  const { order_id: id } = await quin.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 2 },
  })
  await expect(quin.listOrderSeats({ id })).rejects.toMatchObject({ status: 409 })
  expect(await quin.cancelOrder({ id })).toMatchObject({ state: 'cancelled' })
  expect(await quin.cancelOrder({ id })).toMatchObject({ state: 'cancelled' })
  const company = { billing: { company: 'Team Ltd', country: 'DE' }, pay_by: 'transfer' as const }
  const { order_id } = await quin.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 4, ...company },
  })
  await app.deps.db.insert(transfers).values({ order_id, amount: 1, received_on: day(0), reference: 'In part' })
  await expect(quin.cancelOrder({ id: order_id }), 'paid in part').rejects.toMatchObject({ status: 409 })
  const paid = await buy(quin)
  await expect(quin.cancelOrder({ id: paid })).rejects.toMatchObject({ status: 409 })
  expect(await quin.getOrder({ id: paid })).toMatchObject({ state: 'fulfilled', has_seats: true })
})
