import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { fillDemo } from './fill.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await fillDemo(app.deps)
})
afterAll(() => app.close())

/** A month in which every slot is more than a day away. */
const nextMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7)
}

test.each(catalogue.exams.map(({ slug, cloud }) => ({ slug, cloud })))(
  '$slug is bought, leads to its room, and has an hour for whoever wants one, with accounts left for labs',
  async ({ slug, cloud }) => {
    const buyer = app.as(`${cloud}-candidate`)
    const { version } = await app.asVisitor.getLegalPage({ page: 'terms' })
    const purchaseExamPayload = { slug, quantity: 1, terms: String(version) }
    const checkout = await buyer.purchaseExam({ purchaseExamPayload })
    const order = await buyer.payDemoOrder({ id: checkout.order_id, demoPayment: { outcome: 'paid' } })
    expect(order).toMatchObject({ state: 'fulfilled', next: `/examroom/${slug}` })
    expect(await buyer.getCanSchedule({ exam: slug })).toMatchObject({ can_schedule: true, reasons: [] })

    const days = await buyer.listExamHours({ exam: slug, month: nextMonth(), time_zone: 'Europe/Berlin' })
    const free = days.find(({ hours }) => hours[0])
    const [{ hour } = { hour: 0 }] = free?.hours ?? []
    const { rules: accepted_rules } = await buyer.getMyExam({ exam: slug })
    const scheduleExamPayload = { date: free?.date ?? '', hour, time_zone: 'Europe/Berlin', accepted_rules }
    await buyer.scheduleExam({ exam: slug, scheduleExamPayload })

    // A second exam at the same hour still fits: two exams and one spare account.
    const other = app.as('learner-of-the-demo')
    const second = await other.purchaseExam({ purchaseExamPayload })
    await other.payDemoOrder({ id: second.order_id, demoPayment: { outcome: 'paid' } })
    await other.scheduleExam({ exam: slug, scheduleExamPayload })
  },
)
