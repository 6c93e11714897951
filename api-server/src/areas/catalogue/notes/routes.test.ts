import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { publishedCourse, publishNow, sectionsOf } from '../../../../test/fixtures/editor.ts'
import { courses, entitlements, lessonBookmarks, lessons, notes } from '../../../db/schema/index.ts'
import { grant } from '../entitlements/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FILM = { kind: 'video', video: 'videos/film.webm', duration_seconds: 300 } as const

/** A course whose first lesson is a film, and somebody who has it. */
async function enrolled(username: string, slug: string) {
  const { db } = app.deps
  const course = await makeCourse(db, slug, {}, [{ slug: 'film' }, { slug: 'text' }])
  await db
    .update(lessons)
    .set(FILM)
    .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, 'film')))
  const api = app.as(username)
  await grant(db, { userId: await app.idOf(username), course: course.id, source: 'administrator' })
  const write = (text: string, position_seconds: number | null = null, lesson = 'film') =>
    api.createNote({ noteCreate: { course: slug, section: 'start', lesson, position_seconds, text } })
  return { api, course, write, place: { course: slug, section: 'start', lesson: 'film' } }
}

const endAccess = async (username: string) =>
  app.deps.db
    .update(entitlements)
    .set({ ends_at: new Date(0) })
    .where(eq(entitlements.user_id, await app.idOf(username)))

describe('a note', () => {
  test('is created at a position, listed with its lesson, changed and deleted', async () => {
    const { api, write, place } = await enrolled('ana', 'noted')
    const late = await write('Late', 192)
    const whole = await write('Of the whole')
    const early = await write('Early <b>one</b>', 7)
    expect(late).toMatchObject({
      ...{ position_seconds: 192, text: 'Late', version: 1 },
      lesson: { ...place, course_title: 'Course noted', title: 'Lesson film', opens: 'classroom' },
    })
    expect(await api.listLessonNotes(place)).toEqual([whole, early, late])
    expect(await api.listMyNotes({})).toEqual({ notes: [early, whole, late], next: null })
    expect(await api.listNotedCourses()).toEqual([{ slug: 'noted', title: 'Course noted', notes: 3 }])

    const changed = await api.updateNote({ id: late.id, noteEdit: { text: 'Later', version: 1 } })
    expect(changed).toMatchObject({ id: late.id, text: 'Later', version: 2, position_seconds: 192 })
    await api.deleteNote({ id: early.id, version: 1 })
    expect(await api.listLessonNotes(place)).toEqual([whole, changed])
  })

  test('a stale device gets the newer text and neither overwrites nor deletes it', async () => {
    const { api, write } = await enrolled('bea', 'devices')
    const { id } = await write('From the desk')
    const newest = await api.updateNote({ id, noteEdit: { text: 'From the phone', version: 1 } })
    const stale = { code: 'stale_version', extra: { note: newest } }
    await expect(api.updateNote({ id, noteEdit: { text: 'From the desk again', version: 1 } })).rejects.toMatchObject(
      stale,
    )
    await expect(api.deleteNote({ id, version: 1 })).rejects.toMatchObject(stale)
    expect((await api.listMyNotes({})).notes).toEqual([newest])
  })

  test('is created once if sent again with the same idempotency key', async () => {
    const { api, place } = await enrolled('cleo', 'again')
    const noteCreate = { ...place, position_seconds: 3, text: 'Once' }
    const send = () => api.createNote({ noteCreate }, { idempotencyKey: 'a-draft-of-cleo-0001' })
    const first = await send()
    expect(await send()).toEqual(first)
    expect((await api.listMyNotes({})).notes).toHaveLength(1)
  })

  test('needs a text within the length limit, and has a position only in a video', async () => {
    const { write } = await enrolled('dora', 'refused')
    const refused = (field: string) => ({ code: 'invalid', errors: [{ field }] })
    await expect(write(' \n')).rejects.toMatchObject(refused('text'))
    await expect(write('x'.repeat(5_001))).rejects.toMatchObject(refused('text'))
    await expect(write('Here', 3, 'text')).rejects.toMatchObject(refused('position_seconds'))
    expect(await write('Past the end', 9_999)).toMatchObject({ position_seconds: 300 })
  })

  test('cannot be read, found, changed, deleted or downloaded by other accounts', async () => {
    const { api, write, place } = await enrolled('eve', 'own')
    const { id } = await write('the secret thought of eve')
    const mallory = app.as('mallory')
    await grant(app.deps.db, {
      userId: await app.idOf('mallory'),
      course: (await app.asAdmin.getCourse({ slug: 'own' })).id,
      source: 'administrator',
    })
    const nothing = { code: 'not_found' }
    for (const other of [mallory, app.asAdmin]) {
      await expect(other.updateNote({ id, noteEdit: { text: 'Mine now', version: 1 } })).rejects.toMatchObject(nothing)
      await expect(other.deleteNote({ id, version: 1 })).rejects.toMatchObject(nothing)
      expect(await other.listMyNotes({ course: 'own' })).toEqual({ notes: [], next: null })
      expect(await other.listLessonNotes(place)).toEqual([])
      expect(await other.listNotedCourses()).toEqual([])
      expect(await other.searchLearning({ q: 'secret thought' })).toEqual([])
      expect(await (await other.downloadNotes({ course: 'own' })).text()).not.toContain('secret')
    }
    await expect(mallory.updateNote({ id: 'no-id', noteEdit: { text: 'x', version: 1 } })).rejects.toMatchObject(
      nothing,
    )
    expect((await api.listMyNotes({})).notes).toMatchObject([{ text: 'the secret thought of eve', version: 1 }])
  })

  test('can be created only in an open lesson, and stays readable after access has ended', async () => {
    const { api, write, place, course } = await enrolled('fay', 'ended')
    const { id } = await write('While it was open')
    await endAccess('fay')
    await expect(write('Too late')).rejects.toMatchObject({ code: 'no_access' })
    await expect(api.createBookmark({ bookmarkCreate: place })).rejects.toMatchObject({ code: 'no_access' })
    await expect(
      api.createNote({ noteCreate: { ...place, lesson: 'none', position_seconds: null, text: 'Nowhere' } }),
    ).rejects.toMatchObject({ code: 'not_found' })
    const changed = await api.updateNote({ id, noteEdit: { text: 'Still mine', version: 1 } })
    expect(await api.listLessonNotes(place)).toEqual([changed])
    expect(await (await api.downloadNotes({})).text()).toContain('> Still mine')

    await app.deps.db.update(lessons).set({ free_preview: true }).where(eq(lessons.course_id, course.id))
    expect(await write('Free')).toMatchObject({ lesson: { opens: 'free' } })
  })

  test('is kept with the title of its lesson after the lesson was deleted', async () => {
    const { api, write, course, place } = await enrolled('gia', 'archived')
    const { id } = await write('About the old film')
    await api.createBookmark({ bookmarkCreate: place })
    await app.deps.db.update(lessons).set({ archived_at: new Date() }).where(eq(lessons.course_id, course.id))
    const lesson = { title: 'Lesson film', opens: null }
    expect((await api.listMyNotes({})).notes).toMatchObject([{ id, lesson }])
    expect(await api.listMyBookmarks()).toMatchObject([{ lesson }])
    expect(await api.searchLearning({ q: 'old film' })).toMatchObject([{ kind: 'note', note: { opens: null } }])
    expect(await api.listLessonNotes(place)).toEqual([])
  })

  test('follows its lesson to another section, and stays when the lesson is unpublished', async () => {
    const slug = 'published-anew'
    const editor = app.asAdmin
    await publishedCourse(editor, slug, { start: ['first', 'second'], later: ['third'] })
    const olga = app.as('olga')
    const [course] = await app.deps.db.select().from(courses).where(eq(courses.slug, slug))
    await grant(app.deps.db, { userId: await app.idOf('olga'), course: course!.id, source: 'administrator' })
    await olga.createNote({
      noteCreate: { course: slug, section: 'start', lesson: 'first', position_seconds: null, text: 'Mine' },
    })
    const lessonOf = async () => (await olga.listMyNotes({})).notes[0]?.lesson
    const publish = async (change: (sections: ReturnType<typeof sectionsOf>) => ReturnType<typeof sectionsOf>) => {
      const { outline } = await editor.getCourseForAdmin({ slug })
      const sections = change(sectionsOf(outline))
      await editor.saveSections({ slug, sectionsEdit: { version: outline.version, sections } })
      await publishNow(editor, slug)
    }

    await publish(([start, later]) => {
      const [first, ...rest] = start!.lessons
      const renamed = { ...first!, title: 'Moved and renamed' }
      return [
        { ...start!, lessons: rest },
        { ...later!, lessons: [...later!.lessons, renamed] },
      ]
    })
    expect(await lessonOf()).toMatchObject({ section: 'later', title: 'Moved and renamed', opens: 'classroom' })

    await publish((sections) =>
      sections.map((section) => ({ ...section, lessons: section.lessons.filter((one) => one.slug !== 'first') })),
    )
    expect(await lessonOf()).toMatchObject({ title: 'Moved and renamed', opens: null })
  })

  test('refuses more than 200 notes per lesson and 10,000 per account', async () => {
    const { write, course } = await enrolled('hal', 'full')
    const user_id = await app.idOf('hal')
    const [film, other] = await app.deps.db.select().from(lessons).where(eq(lessons.course_id, course.id))
    const fill = (lesson_id: string, count: number) =>
      app.deps.db.execute(sql`insert into notes (user_id, course_id, lesson_id, text)
        select ${user_id}::uuid, ${course.id}::uuid, ${lesson_id}::uuid, 'Note ' || n from generate_series(1, ${count}::int) n`)
    await fill(film!.id, 200)
    await expect(write('One more', null, film!.slug)).rejects.toMatchObject({ code: 'conflict' })
    await write('Here is room', null, other!.slug)
    await app.deps.db.delete(notes).where(eq(notes.user_id, user_id))
    await fill(film!.id, 10_000)
    await expect(write('One more', null, other!.slug)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the list of notes', () => {
  test('searches without regard to accents, filters by course, and pages without gaps', async () => {
    const { api, write, course } = await enrolled('ida', 'many')
    const other = await enrolled('ida', 'few')
    await write('The Rôle trusts everybody', 5)
    await other.write('A role of another course')
    expect((await api.listMyNotes({ q: 'role' })).notes.map(({ text }) => text)).toEqual([
      'A role of another course',
      'The Rôle trusts everybody',
    ])
    expect((await api.listMyNotes({ q: 'role trusts' })).notes).toHaveLength(1)
    expect((await api.listMyNotes({ q: '100%_' })).notes).toEqual([])
    expect((await api.listMyNotes({ course: 'few' })).notes).toHaveLength(1)
    expect((await api.listMyNotes({ course: 'nothing-here' })).notes).toEqual([])

    const [lesson] = await app.deps.db.select().from(lessons).where(eq(lessons.course_id, course.id))
    const user_id = await app.idOf('ida')
    // All of the same moment: the page goes on by the id.
    await app.deps.db.execute(sql`insert into notes (user_id, course_id, lesson_id, text)
      select ${user_id}::uuid, ${course.id}::uuid, ${lesson!.id}::uuid, 'Page ' || n from generate_series(1, 70) n`)
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await api.listMyNotes({ q: 'page', ...(before && { before }) })
      seen.push(...page.notes.map(({ text }) => text))
      before = page.next ?? undefined
    } while (before)
    expect(seen).toHaveLength(70)
    expect(new Set(seen).size).toBe(70)
    for (const wrong of ['x', '2026-99-99T99:99:99.000000Z 00000000-0000-0000-0000-000000000000'])
      await expect(api.listMyNotes({ before: wrong })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('the global search shows the course, position and matching line of a note', async () => {
    const { api, write } = await enrolled('joan', 'palette')
    await write(`First line\n${'before '.repeat(20)}the confused deputy ${'after '.repeat(20)}`, 192)
    expect(await api.searchLearning({ q: 'confused' })).toMatchObject([
      {
        ...{ kind: 'note', slug: 'palette', within: 'Course palette · Lesson film' },
        title: expect.stringMatching(/^….*the confused deputy.*…$/),
        lesson: { section: 'start', lesson: 'film' },
        note: { position_seconds: 192, opens: 'classroom' },
      },
    ])
  })
})

describe('the file of notes', () => {
  test('is sorted by course, lesson and position, with a link to each position', async () => {
    const { api, write } = await enrolled('kim', 'filed')
    const other = await enrolled('kim', 'another')
    await write('Of the text', null, 'text')
    await write('At three minutes\n\nand a half', 210)
    await write('At seven', 7)
    await other.write('Elsewhere')
    const response = await api.downloadNotes({ course: 'filed' })
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="notes-filed.md"')
    const link = `${app.deps.config.publicUrl}/classroom/filed?section=start&lesson=`
    expect(await response.text()).toBe(`# My notes

## Course filed

### Lesson film

[0:07](${link}film&at=7)

> At seven

[3:30](${link}film&at=210)

> At three minutes
>
> and a half

### Lesson text

[The lesson](${link}text)

> Of the text
`)
    const all = await api.downloadNotes({})
    expect(all.headers.get('content-disposition')).toBe('attachment; filename="notes.md"')
    expect((await all.text()).match(/^## .*/gm)).toEqual(['## Course another', '## Course filed'])
  })

  test('no text of a note can break the structure of the file', async () => {
    const { api, write, course } = await enrolled('lou', 'escaped')
    await app.deps.db.update(courses).set({ title: '# A\n[b](javascript:x)' }).where(eq(courses.id, course.id))
    const hostile = [
      '# Heading\n===\n---\n- list\n1. first\n+ more',
      '> quote\n\n\n```\nfence\n~~~',
      '<script>alert(1)</script><!--\n&lt;',
      '[link](javascript:alert(1)) ![picture](x)\n[ref]: http://evil.example',
      'a | b\u2028# Heading\r# Heading',
    ]
    for (const text of hostile) await write(text)
    const file = await (await api.downloadNotes({})).text()
    const lines = file.split('\n')
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([
      '# My notes',
      '## \\# A \\[b\\](javascript:x)',
      '### Lesson film',
    ])
    const outside = lines.filter((line) => line !== '' && !/^(>|#)/.test(line))
    expect(outside).toHaveLength(hostile.length)
    for (const line of outside) expect(line).toMatch(/^\[The lesson\]\(http:\/\/[^)]+\)$/)
    for (const line of lines.filter((one) => one.startsWith('> '))) {
      expect(line).not.toMatch(/^> (#|>|-|\+|=|`|~|\d+[.)])/)
      expect(line).not.toMatch(/(?<!\\)[<[\]`*|&]/)
    }
    expect(file).not.toMatch(/[\r\u2028]/)
  })
})

describe('a bookmark', () => {
  test('is created once, listed newest first, and deleted only by its owner', async () => {
    const { api, place } = await enrolled('mia', 'marked')
    const film = await api.createBookmark({ bookmarkCreate: place })
    expect(film.lesson).toMatchObject({ ...place, title: 'Lesson film', opens: 'classroom' })
    expect(await api.createBookmark({ bookmarkCreate: place })).toEqual(film)
    const text = await api.createBookmark({ bookmarkCreate: { ...place, lesson: 'text' } })
    expect(await api.listMyBookmarks()).toEqual([text, film])
    for (const other of [app.as('mallory'), app.asAdmin]) {
      expect(await other.listMyBookmarks()).toEqual([])
      await expect(other.deleteBookmark({ id: film.id })).rejects.toMatchObject({ code: 'not_found' })
    }
    await api.deleteBookmark({ id: film.id })
    await expect(api.deleteBookmark({ id: film.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await api.listMyBookmarks()).toEqual([text])
  })

  test('refuses more than 500 bookmarks', async () => {
    const { api, place } = await enrolled('nia', 'shelf')
    const user_id = await app.idOf('nia')
    const shelf = await makeCourse(
      app.deps.db,
      'long-shelf',
      {},
      Array.from({ length: 500 }, (_, at) => ({ slug: `lesson-${at}` })),
    )
    const all = await app.deps.db.select().from(lessons).where(eq(lessons.course_id, shelf.id))
    await app.deps.db.insert(lessonBookmarks).values(all.map(({ id }) => ({ user_id, lesson_id: id })))
    await expect(api.createBookmark({ bookmarkCreate: place })).rejects.toMatchObject({ code: 'conflict' })
  })
})
