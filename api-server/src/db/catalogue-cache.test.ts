import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeCourse } from '../../test/catalogue.ts'
import { kinds, openTestDatabaseOf } from '../../test/database.ts'
import { cacheUntilInvalidated } from './catalogue-cache.ts'
import type { OpenedDatabase } from './open.ts'
import { courses, lessons, users } from './schema/index.ts'

describe.each(kinds)('on %s', (kind) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
  })
  afterAll(() => opened.close())

  // First, because notifications may arrive after the change is visible.
  test('accounts, sessions and progress do not invalidate the cache, nor does a rolled back change', async () => {
    const { db } = opened
    const heard: string[] = []
    await opened.listen('catalogue', () => heard.push('catalogue'))
    await opened.listen('done', () => heard.push('done'))
    await db.insert(users).values({ username: 'ada', email: 'ada@learners.example', password_hash: '', full_name: '' })
    const undone = db.transaction(async (tx) => {
      await makeCourse(tx, 'undone')
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    // Notifications arrive in commit order.
    await db.execute(sql`select pg_notify('done', '')`)
    await vi.waitFor(() => expect(heard).toContain('done'))
    expect(heard).toEqual(['done'])
  })

  test('caches a value until any process changes content, then loads it again', async () => {
    const { db } = opened
    let made = 0
    const read = () => cacheUntilInvalidated(opened, 'number', async () => ++made)
    expect([await read(), await read()]).toEqual([1, 1])

    const course = await makeCourse(db, 'first')
    await vi.waitFor(async () => expect(await read()).toBeGreaterThan(1))
    for (const change of [
      () => db.update(courses).set({ title: 'Another' }).where(eq(courses.id, course.id)),
      () => db.update(lessons).set({ title: 'Another' }).where(eq(lessons.course_id, course.id)),
      () => db.delete(lessons).where(eq(lessons.course_id, course.id)),
    ]) {
      const before = await read()
      await change()
      await vi.waitFor(async () => expect(await read()).toBeGreaterThan(before))
    }
  })

  test('does not cache a failure', async () => {
    const failing = cacheUntilInvalidated(opened, 'word', () => Promise.reject(new Error('not now')))
    await expect(failing).rejects.toThrow('not now')
    expect(await cacheUntilInvalidated(opened, 'word', async () => 'well')).toBe('well')
  })
})
