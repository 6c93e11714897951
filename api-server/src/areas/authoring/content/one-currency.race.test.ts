import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { hold, untilWaiting } from '../../../../test/races/lock-barrier.ts'
import type { OpenedDatabase } from '../../../db/open.ts'
import { bundleCourses, bundles, courses } from '../../../db/schema/index.ts'
import { assertBundlesInOneCurrency } from './queries.ts'

describeOnPostgres('two concurrent editors', () => {
  let database: OpenedDatabase
  beforeAll(async () => {
    database = await openTestPostgres()
  })
  afterAll(() => database.close())

  test('cannot put a bundle on sale in one currency and price its course in another', async () => {
    const { db } = database
    const { id: course_id } = await makeCourse(db, 'one')
    const price = { price_amount: 100_00, price_currency: 'EUR' }
    await db.update(courses).set(price)
    const [bundle] = await db
      .insert(bundles)
      .values({ ...price, slug: 'both', title: 'Both', status: 'draft' })
      .returning()
    await db.insert(bundleCourses).values({ bundle_id: bundle!.id, course_id, position: 0 })

    const publish = await hold(db, async (tx) => {
      await tx.update(bundles).set({ status: 'published' })
      await assertBundlesInOneCurrency(tx, { bundle: bundle!.id })
    })
    const repriced = db.transaction(async (tx) => {
      await tx.update(courses).set({ price_currency: 'USD' }).where(eq(courses.id, course_id))
      await assertBundlesInOneCurrency(tx, { course: course_id })
    })
    await Promise.race([repriced.catch(() => {}), untilWaiting(db, 1)])
    await publish()
    await expect(repriced).rejects.toMatchObject({ code: 'conflict' })
  })
})
