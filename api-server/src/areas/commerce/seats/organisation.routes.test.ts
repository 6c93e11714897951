import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeBundle, makeCourse, makeSeller } from '../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import {
  certificates,
  courseProgress,
  invoices,
  lessonProgress,
  lessons,
  orders,
  organisationManagers,
  outbox,
  vouchers,
} from '../../../db/schema/index.ts'
import { readOrganisationSeatsFile } from './download.ts'

let app: TestApp
let queue: ManualQueue
let course: { id: string }
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  const { db } = app.deps
  await makeSeller(db)
  course = await makeCourse(db, 'aws', { access_days: 30, certificate_type: 'required' })
  await makeBundle(db, 'clouds', 120_00, [course, await makeCourse(db, 'azure', { price_amount: 50_00 })])
})
afterAll(() => app.close())

const details = {
  name: 'Nordlicht GmbH',
  kind: 'business' as const,
  country: 'AT',
  tax_id: 'ATU13585627',
  address: 'Ring 1, Wien',
  reference: 'KST 1',
  invoice_email: 'invoices@nordlicht.example',
}
type Purchase = Parameters<Api['purchaseCourse']>[0]['purchaseCoursePayload']

/** An organisation with its managers. The first one created it. */
async function organisationOf(...managers: string[]): Promise<string> {
  const [first = 'nobody', ...others] = managers
  const { id } = await app.as(first).createOrganisation({ organisationInput: details })
  for (const name of others) {
    await app.as(name).getMe()
    await app.deps.db.insert(organisationManagers).values({ organisation_id: id, user_id: await app.idOf(name) })
  }
  return id
}
async function buy(api: Api, organisation_id: string, changes: Partial<Purchase> = {}): Promise<string> {
  const { order_id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 3, organisation_id, ...changes },
  })
  await api.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
  return order_id
}
const activate = (api: Api, code: string, dry_run = false) =>
  api.activateVoucher({ activateVoucherPayload: { code, dry_run } })
const codesOf = async (api: Api, id: string) =>
  (await api.listOrderSeats({ id })).seats.flatMap(({ contents }) => contents.map(({ code }) => code))
async function finish(username: string) {
  const { db } = app.deps
  const user_id = await app.idOf(username)
  const [lesson] = await db.select().from(lessons).where(eq(lessons.course_id, course.id))
  const at = new Date()
  const intervals: [number, number][] = [[0, 600]]
  await db
    .insert(lessonProgress)
    .values({ user_id, course_id: course.id, lesson_id: lesson!.id, intervals, completed_at: at })
  await db.insert(courseProgress).values({ user_id, course_id: course.id, completed_at: at }).onConflictDoNothing()
}

describe('an order for an organisation', () => {
  test('is billed with the organisation’s details and its own reference, and only by a manager', async () => {
    const ana = app.as('ana')
    const organisation_id = await organisationOf('ana')
    const quote = { kind: 'course' as const, slug: 'aws', quantity: 2, organisation_id }
    expect(await ana.quoteOrder({ orderQuoteAsk: quote })).toMatchObject({ tax_id: 'valid', tax: { amount: 0 } })
    const billing = { company: 'Somebody else', country: 'DE', reference: 'PO 77' }
    const id = await buy(ana, organisation_id, { billing })
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, id))
    const { name: company, ...billed } = details
    expect(order).toMatchObject({ organisation_id, billing: { company, ...billed, reference: 'PO 77' } })
    expect(await ana.getOrder({ id })).toMatchObject({ organisation: { id: organisation_id, name: company } })
    const made = await app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
    expect(made.every((one) => one.organisation === company && one.organisation_id === organisation_id)).toBe(true)

    for (const attempt of [buy(app.as('eve'), organisation_id), buy(app.as('eve'), crypto.randomUUID())])
      await expect(attempt).rejects.toMatchObject({ status: 422, errors: [{ field: 'organisation_id' }] })
    await expect(app.as('eve').quoteOrder({ orderQuoteAsk: quote })).rejects.toMatchObject({ status: 422 })
  })

  test('by transfer also mails the instructions to the invoice address, which is not printed', async () => {
    const zoe = app.as('zoe')
    const organisation_id = await organisationOf('zoe')
    await zoe.purchaseCourse({
      purchaseCoursePayload: { slug: 'aws', quantity: 3, organisation_id, pay_by: 'transfer' },
    })
    const asked = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'order_transfer'))
    expect(asked.map(({ recipient }) => recipient).toSorted()).toEqual([details.invoice_email, 'zoe@learners.example'])
    await buy(zoe, organisation_id)
    const [paper] = await app.deps.db.select().from(invoices).orderBy(desc(invoices.number)).limit(1)
    expect(paper?.buyer).toMatchObject({ company: details.name })
    expect(JSON.stringify(paper)).not.toContain(details.invoice_email)
  })

  test('is shared by all managers: the order, its invoice, its seats and their codes', async () => {
    const [bea, cleo] = [app.as('bea'), app.as('cleo')]
    const organisation = await organisationOf('bea', 'cleo')
    const id = await buy(bea, organisation)
    const [listed] = await cleo.listOrganisationOrders({ id: organisation })
    expect(listed).toMatchObject({ id, bought_by: 'Bea Test', has_seats: true })
    const document_id = listed!.documents[0]!.id
    expect((await cleo.downloadOrderDocument({ id, document_id })).status).toBe(200)
    const [seat] = (await cleo.listOrderSeats({ id })).seats
    await cleo.assignSeat({ id, seat: '1', seatAssignment: { version: seat!.version, email: 'one@team.example' } })
    await queue.work()
    const [mail] = await app.deps.db.select().from(outbox).where(eq(outbox.recipient, 'one@team.example'))
    expect(mail?.text).toContain('Nordlicht GmbH')
    expect((await cleo.listOrganisationSeats({ id: organisation })).seats[0]).toMatchObject({
      order_id: id,
      seat: 1,
      state: 'assigned',
      recipient: 'one@team.example',
      mail: 'waiting',
    })
    expect(await cleo.listMyOrders(), 'placed by another').toEqual([])
    expect(await bea.listMyVouchers(), 'they are listed on the page of the seats').toEqual([])
  })

  test('stays with the organisation after its buyer was removed, who loses all access to it', async () => {
    const [dan, eva] = [app.as('dan'), app.as('eva')]
    const organisation = await organisationOf('dan', 'eva')
    const id = await buy(dan, organisation)
    const [voucher] = await app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
    const document_id = (await dan.getOrder({ id })).documents[0]!.id
    await eva.removeManager({ id: organisation, username: 'dan' })
    const seatAssignment = { version: 1, email: 'mine@elsewhere.example' }
    const calls: Record<string, () => Promise<unknown>> = {
      getOrder: () => dan.getOrder({ id }),
      downloadOrderDocument: () => dan.downloadOrderDocument({ id, document_id }),
      listOrderSeats: () => dan.listOrderSeats({ id }),
      downloadOrderSeats: () => dan.downloadOrderSeats({ id }),
      assignSeat: () => dan.assignSeat({ id, seat: '1', seatAssignment }),
      assignSeats: () => dan.assignSeats({ id, seatAssignments: { recipients: ['mine@elsewhere.example'] } }),
      correctSeats: () => dan.correctSeats({ id, seatCorrections: { corrections: [{ seat: 1, ...seatAssignment }] } }),
      remindSeat: () => dan.remindSeat({ id, seat: '1' }),
      cancelOrder: () => dan.cancelOrder({ id }),
      payDemoOrder: () => dan.payDemoOrder({ id, demoPayment: { outcome: 'cancelled' } }),
      updateGift: () => dan.updateGift({ id, giftUpdate: { message: 'Mine' } }),
      resendVoucher: () => dan.resendVoucher({ reSendVoucherPayload: { voucher_id: voucher!.id } }),
      listOrganisationOrders: () => dan.listOrganisationOrders({ id: organisation }),
      listOrganisationSeats: () => dan.listOrganisationSeats({ id: organisation }),
      downloadOrganisationSeats: () => dan.downloadOrganisationSeats({ id: organisation }),
    }
    for (const [name, call] of Object.entries(calls)) await expect(call(), name).rejects.toMatchObject({ status: 404 })
    expect(await dan.listMyOrders()).toEqual([])
    expect(await dan.listMyVouchers()).toEqual([])
    expect(await eva.getOrder({ id })).toMatchObject({ id })
  })
})

describe('progress shown to managers', () => {
  test('is announced before a code is used, also to the account that placed the order', async () => {
    const finn = app.as('finn')
    const organisation = await organisationOf('finn')
    const id = await buy(finn, organisation, { visibility: 'progress' })
    const [first = '', second = ''] = await codesOf(finn, id)
    const shared = { with: 'Nordlicht GmbH', visibility: 'progress' }
    expect((await activate(finn, first, true)).shared).toEqual(shared)
    expect((await activate(app.as('gil'), second, true)).shared).toEqual(shared)
    await activate(finn, first)
    expect(await finn.listMySharing()).toMatchObject([{ with: 'Nordlicht GmbH', visibility: 'progress' }])
  })

  test('never exceeds the visibility of the order, and used codes are masked', async () => {
    const [hana, ivo] = [app.as('hana'), app.as('ivo')]
    const organisation = await organisationOf('hana', 'ivo')
    const narrow = await buy(hana, organisation)
    const wide = await buy(hana, organisation, { visibility: 'progress' })
    const [narrowCode = ''] = await codesOf(ivo, narrow)
    const [wideCode = ''] = await codesOf(ivo, wide)
    for (const [who, code] of [
      ['jan', narrowCode],
      ['kim', wideCode],
    ] as const) {
      await activate(app.as(who), code)
      await finish(who)
    }
    const of = async (order: string) =>
      (await ivo.listOrganisationSeats({ id: organisation, order, state: 'used' })).seats[0]
    expect(await of(narrow)).toMatchObject({ visibility: 'seats', contents: [{ used_by: 'Jan Test', progress: null }] })
    expect(await of(wide)).toMatchObject({
      visibility: 'progress',
      contents: [{ used_by: 'Kim Test', progress: { completed_at: expect.any(String), effort: null } }],
    })
    const voucher_id = (await of(wide))!.contents[0]!.voucher_id
    await app.as('kim').updateMySharing({ voucher_id, sharingUpdate: { shares_effort: true } })
    expect((await of(wide))?.contents[0]?.progress?.effort).toEqual({ minutes: 10, points: 0 })

    const file = await (await ivo.downloadOrganisationSeats({ id: organisation })).text()
    expect(file.trim().split('\r\n')).toHaveLength(1 + 6)
    const everything = JSON.stringify([
      ...[await ivo.listOrganisationSeats({ id: organisation }), await ivo.listOrderSeats({ id: wide })],
      ...[await ivo.listOrderSeats({ id: narrow }), file],
    ])
    for (const code of [narrowCode, wideCode]) expect(everything).not.toContain(code)
    const keys = JSON.stringify(Object.keys((await of(wide))!.contents[0]!))
    expect(keys).not.toMatch(/code|tries|notes|feedback|answers/)
  })

  test('lists each seconcurrently in the file, even if an order arrives while it is read', async () => {
    const nia = app.as('nia')
    const organisation = await organisationOf('nia')
    await buy(nia, organisation, { quantity: 300 })
    const { file } = await readOrganisationSeatsFile(app.deps, { id: await app.idOf('nia') }, organisation)
    let text = ''
    for await (const chunk of file) {
      if (text === '') await buy(nia, organisation, { quantity: 20 })
      text += chunk
    }
    const rows = text.trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(300)
    expect(new Set(rows).size).toBe(300)
  })

  test('excludes a seat that a manager bought for themselves', async () => {
    const [lea, max] = [app.as('lea'), app.as('max')]
    const organisation = await organisationOf('lea', 'max')
    const id = await buy(lea, organisation, { quantity: 1, visibility: 'progress' })
    expect(await max.listOrganisationSeats({ id: organisation })).toMatchObject({ seats: [], total: 0 })
    await expect(max.listOrderSeats({ id })).rejects.toMatchObject({ status: 409 })
    expect(await lea.listMySharing()).toEqual([])
  })
})

describe('the seats of an organisation', () => {
  test('are counted and found by state, order, address and name across all orders', async () => {
    const mia = app.as('mia')
    const organisation = await organisationOf('mia')
    const id = organisation
    const first = await buy(mia, organisation, { recipients: ['zoe@team.example'] })
    const second = await buy(mia, organisation, { quantity: 2 })
    const [, code = ''] = await codesOf(mia, first)
    await activate(app.as('nora'), code)
    await app.deps.db
      .update(vouchers)
      .set({ expires_at: new Date(0) })
      .where(and(eq(vouchers.order_id, second), eq(vouchers.seat, 1)))
    const all = await mia.listOrganisationSeats({ id })
    expect(all.states).toEqual({ free: 2, assigned: 1, used: 1, expired: 1, suspended: 0, revoked: 0 })
    expect(all.total).toBe(5)
    expect(all.seats.map(({ order_id, seat }) => [order_id, seat])).toEqual([
      ...[1, 2].map((seat) => [second, seat]),
      ...[1, 2, 3].map((seat) => [first, seat]),
    ])
    const found = async (filter: Partial<Parameters<Api['listOrganisationSeats']>[0]>) => {
      const { seats, total } = await mia.listOrganisationSeats({ id, ...filter })
      return [total, ...seats.map(({ seat }) => seat)]
    }
    expect(await found({ state: 'free' })).toEqual([2, 1, 3])
    expect(await found({ order: first, state: 'free' })).toEqual([1, 3])
    expect(await found({ q: 'ZOE@' })).toEqual([1, 1])
    expect(await found({ q: 'nora' })).toEqual([1, 2])
    expect(await found({ q: 'nobody' })).toEqual([0])
    expect(await found({ from: 4 })).toEqual([5, 3])
    // The page of each order shows the same seats.
    for (const order of [first, second])
      for (const { seat, state } of (await mia.listOrderSeats({ id: order })).seats)
        expect(all.seats.find((one) => one.order_id === order && one.seat === seat)).toMatchObject({ state })
  })

  test('show all contents of a bundle', async () => {
    const otto = app.as('otto')
    const organisation = await organisationOf('otto')
    const { order_id } = await otto.purchaseCourseBundle({
      purchaseCourseBundlePayload: {
        slug: 'clouds',
        quantity: 2,
        organisation_id: organisation,
      },
    })
    await otto.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
    const { seats, total } = await otto.listOrganisationSeats({ id: organisation })
    expect([total, ...seats.map(({ contents }) => contents.length)]).toEqual([2, 2, 2])
  })
})

test('a certificate for a company shows the organisation’s name at its issue', async () => {
  const pia = app.as('pia')
  const organisation = await organisationOf('pia')
  const [code = ''] = await codesOf(pia, await buy(pia, organisation))
  const quin = app.as('quin')
  await activate(quin, code)
  await finish('quin')
  await pia.updateOrganisation({ id: organisation, organisationEdit: { version: 1, name: 'Südlicht SE' } })
  const payload = { name: 'Quin Test', type: 'commercial' as const }
  await quin.generateCertificate({ course_id: course.id, generateCertificatePayload: payload })
  await pia.updateOrganisation({ id: organisation, organisationEdit: { version: 2, name: 'Westlicht AG' } })
  const [certificate] = await app.deps.db
    .select()
    .from(certificates)
    .where(eq(certificates.user_id, await app.idOf('quin')))
    .orderBy(desc(certificates.issued_at))
  expect(certificate).toMatchObject({ type: 'commercial', company: 'Südlicht SE' })
})
