import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { conflict, courseEditing } from '../../../../../test/fixtures/course-editing.ts'
import { publishedCourse, publishNow, writeCourse } from '../../../../../test/fixtures/editor.ts'
import * as tables from '../../../../db/schema/index.ts'
import { grant } from '../../../catalogue/entitlements/service.ts'

let app: TestApp
let as: Api
beforeAll(async () => {
  app = await startTestApp()
  as = app.asAdmin
})
afterAll(() => app.close())

const { read, change, named, complete } = courseEditing(() => app)

describe('the status', () => {
  test('applies immediately: a course is archived and sold again, with its draft unchanged', async () => {
    await publishedCourse(as, 'status')
    await change('status', { title: 'Anew' })
    expect(await change('status', { status: 'archived' })).toMatchObject({
      status: 'archived',
      title: 'Anew',
      draft: {},
    })
    expect((await app.asVisitor.listCourses()).map(({ slug }) => slug)).not.toContain('status')
    expect(await change('status', { status: 'published' })).toMatchObject({ status: 'published' })
    expect((await app.asVisitor.getCourse({ slug: 'status' })).title).toBe('Course status')
    await expect(change('status', { status: 'draft' })).rejects.toMatchObject(conflict)
    await publishNow(as, 'status')
    await complete('of-status', 'status', 'start', 'first')
    await expect(change('status', { status: 'beta' })).rejects.toMatchObject(conflict)
  })

  test('a course with learners is archived instead of deleted; one without is deleted with its draft', async () => {
    await publishedCourse(as, 'owned')
    await complete('of-owned', 'owned', 'start', 'first')
    expect((await read('owned')).allowed).not.toContain('delete')
    await expect(as.deleteCourse({ slug: 'owned' })).rejects.toMatchObject({
      ...conflict,
      extra: { archive_instead: true, learners: 1 },
    })
    const { uuid } = await publishedCourse(as, 'gone')
    await change('gone', { title: 'Anew' })
    await as.deleteCourse({ slug: 'gone' })
    await expect(read('gone')).rejects.toMatchObject({ status: 404 })
    for (const table of [tables.contentDrafts, tables.contentDraftParts, tables.contentRevisions])
      expect(await app.deps.db.$count(table, eq(table.item_id, uuid))).toBe(0)
    await expect(as.deleteCourse({ slug: 'gone' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('people of a course', () => {
  test('only testers can open a beta, and a removed tester keeps access from other sources', async () => {
    await writeCourse(as, 'early')
    await change('early', { status: 'beta' })
    const [anna, bert] = [await named('anna'), await named('bert')]
    await complete('bert', 'early', 'start', 'first').catch(() => {})
    const betaEdit = { add: [anna, bert, 'nobody-at-all'] }
    expect(await as.changeBetaTesters({ slug: 'early', betaEdit })).toEqual({
      added: [anna, bert],
      already_in: [],
      removed: [],
      not_in: [],
      unknown: ['nobody-at-all'],
    })
    expect((await app.as('anna').getCourseDetails({ slug: 'early' })).title).toBe('Course early')
    await expect(app.as('carl').getCourse({ slug: 'early' })).rejects.toMatchObject({ status: 404 })
    expect((await read('early')).beta_testers).toBe(2)
    expect(
      await as.changeBetaTesters({ slug: 'early', betaEdit: { add: [anna], remove: [bert, await named('carl')] } }),
    ).toMatchObject({ already_in: [anna], removed: [bert], not_in: ['carl'] })
    await expect(app.as('bert').getCourse({ slug: 'early' })).rejects.toMatchObject({ status: 404 })
    await publishNow(as, 'early')
    expect((await app.as('anna').getCourseProgress({ slug: 'early' })).enrolled).toBe(true)
    expect((await app.as('bert').getCourseProgress({ slug: 'early' })).enrolled).toBe(true)
  })

  test('a learner of a published course has access both as its tester and as before', async () => {
    await publishedCourse(as, 'bought')
    const { uuid: course } = await read('bought')
    await grant(app.deps.db, { userId: await app.idOf(await named('buyer')), course, source: 'purchase' })
    const betaEdit = { add: ['buyer', await named('tester')] }
    expect(await as.changeBetaTesters({ slug: 'bought', betaEdit })).toMatchObject({
      added: ['tester'],
      already_in: ['buyer'],
    })
    const { data } = await as.listCourseUsers({ slug: 'bought' })
    expect(data.map(({ id, source }) => [id, source]).toSorted()).toEqual([
      ['buyer', 'purchase'],
      ['tester', 'beta'],
    ])
  })

  test('learners are listed with their source and progress; one is removed and restored', async () => {
    await publishedCourse(as, 'people')
    await complete('dora', 'people', 'start', 'first')
    const { uuid: course_id } = await read('people')
    const row = { user_id: await app.idOf('dora'), course_id, kind: 'course', source: 'voucher' } as const
    await app.deps.db.insert(tables.entitlements).values({ ...row, ends_at: new Date() })
    await complete('emil', 'people', 'start', 'second')
    const list = async (filter: object = {}) =>
      (await as.listCourseUsers({ slug: 'people', filter: JSON.stringify(filter) })).data
    expect(await list()).toMatchObject([
      {
        id: 'emil',
        source: 'administrator',
        completed: 1,
        required: 2,
        state: 'open',
        allowed: ['remove', 'suspend', 'move'],
      },
      { id: 'dora', source: 'administrator', completed: 1 },
    ])
    expect((await list({ q: 'dora' })).map(({ id }) => id)).toEqual(['dora'])
    expect((await list({ id: ['emil'] })).map(({ id }) => id)).toEqual(['emil'])
    const { restore_until } = await as.removeCourseUser({ slug: 'people', id: 'dora' })
    expect(Date.parse(restore_until) - Date.now()).toBeGreaterThan(9 * 60_000)
    expect(await list({ state: 'revoked' })).toMatchObject([{ id: 'dora', restore_until, allowed: ['restore'] }])
    expect(await app.as('dora').getCourseProgress({ slug: 'people' })).toMatchObject({
      enrolled: false,
      refusal: { code: 'revoked' },
    })
    await expect(as.removeCourseUser({ slug: 'people', id: 'dora' })).rejects.toMatchObject(conflict)
    await as.restoreCourseUser({ slug: 'people', id: await app.idOf('dora') })
    expect(await app.as('dora').getCourseProgress({ slug: 'people' })).toMatchObject({ enrolled: true, completed: 1 })
    expect((await list({ q: 'dora' }))[0]).toMatchObject({ state: 'open', reason: null, restore_until: null })
    await as.removeCourseUser({ slug: 'people', id: 'dora' })
    const { entitlements } = tables
    const long = { removed_at: sql`now() - interval '11 minutes'` }
    await app.deps.db.update(entitlements).set(long).where(isNotNull(entitlements.removed_at))
    await expect(as.restoreCourseUser({ slug: 'people', id: 'dora' })).rejects.toMatchObject(conflict)
    await expect(as.removeCourseUser({ slug: 'people', id: 'nobody' })).rejects.toMatchObject({ status: 404 })
    await expect(as.removeCourseUser({ slug: 'nowhere', id: 'dora' })).rejects.toMatchObject({ status: 404 })
  })
})
