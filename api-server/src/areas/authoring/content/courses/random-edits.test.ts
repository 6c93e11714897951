import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import {
  editedLesson,
  editedSection,
  publishedCourse,
  publishNow,
  saveText,
  sectionsOf,
} from '../../../../../test/fixtures/editor.ts'
import * as tables from '../../../../db/schema/index.ts'

let app: TestApp
let as: Api
beforeAll(async () => {
  app = await startTestApp()
  as = app.asAdmin
})
afterAll(() => app.close())

type Sections = ReturnType<typeof sectionsOf>
type Step =
  | { does: 'arrange'; change: (sections: Sections) => Sections }
  | { does: 'write'; at: number }
  | { does: 'complete'; at: number }
  | { does: 'publish' | 'discard' | 'take back' | 'archive' | 'sell' }

const small = fc.nat(7)
const slugs = ['alpha', 'beta', 'gamma', 'delta']
const at = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)]
const without = <T>(list: T[], one: T) => list.filter((each) => each !== one)
const isFree = (lessons: { slug: string }[], slug: string) => lessons.every((one) => one.slug !== slug)

/** Adds, removes, moves and reorders lessons and sections. */
const arranging: fc.Arbitrary<(sections: Sections) => Sections> = fc
  .tuple(fc.constantFrom('add', 'drop', 'move', 'turn', 'section', 'drop section'), small, small, small)
  .map(([what, a, b, c]) => (sections) => {
    const [from, to] = [at(sections, a), at(sections, b)]
    const lesson = from && at(from.lessons, c)
    const [slug, name] = [slugs[c % 4]!, `section-${a % 3}`]
    const set = (section: Sections[number], lessons: Sections[number]['lessons']) =>
      sections.map((one) => (one === section ? { ...one, lessons } : one))
    if (what === 'turn') return sections.toReversed().map((one) => ({ ...one, lessons: one.lessons.toReversed() }))
    if (what === 'section') return isFree(sections, name) ? [...sections, editedSection(name, [])] : sections
    if (what === 'drop section') return from ? without(sections, from) : sections
    if (what === 'add')
      return from && isFree(from.lessons, slug) ? set(from, [...from.lessons, editedLesson(slug)]) : sections
    if (what === 'drop') return from && lesson ? set(from, without(from.lessons, lesson)) : sections
    if (!from || !to || !lesson || from === to || !isFree(to.lessons, lesson.slug)) return sections
    return sections.map((one) => ({
      ...one,
      lessons: one === from ? without(one.lessons, lesson) : one === to ? [lesson, ...one.lessons] : one.lessons,
    }))
  })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: arranging.map((change) => ({ does: 'arrange' as const, change })) },
  { weight: 2, arbitrary: small.map((at) => ({ does: 'write' as const, at })) },
  { weight: 3, arbitrary: small.map((at) => ({ does: 'complete' as const, at })) },
  { weight: 3, arbitrary: fc.constant({ does: 'publish' as const }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('discard', 'take back', 'archive', 'sell').map((does) => ({ does }) as Step),
  },
)

const learner = 'somebody'
const refused = (error: { status: number }) => expect([409, 422]).toContain(error.status)

async function take(slug: string, step: Step): Promise<void> {
  const course = await as.getCourseForAdmin({ slug })
  const { content_version: version, outline } = course
  const lessons = outline.sections.flatMap((section) => section.lessons)
  if (step.does === 'arrange') {
    const sections = step.change(sectionsOf(outline))
    const saved = await as.saveSections({ slug, sectionsEdit: { version: outline.version, sections } })
    expect(placesOf(saved.outline.sections)).toEqual(placesOf(sections))
    const known = new Set(lessons.map(({ id }) => id))
    const sent = sections.flatMap((section) => section.lessons.flatMap(({ id }) => id ?? []))
    expect(saved.outline.sections.flatMap((section) => section.lessons.map(({ id }) => id))).toEqual(
      expect.arrayContaining(sent.filter((id) => known.has(id))),
    )
  }
  if (step.does === 'write') {
    const lesson = at(lessons, step.at)
    if (lesson) await saveText(as, slug, lesson.id, `Text ${Math.random()}`)
  }
  if (step.does === 'complete') {
    const shown = (await app.as(learner).getCourse({ slug })).sections
    const place = at(
      shown.flatMap((section) =>
        section.lessons.map((lesson) => ({ section_slug: section.slug, lesson_slug: lesson.slug })),
      ),
      step.at,
    )
    if (place) await app.as(learner).completeLesson({ slug, ...place })
  }
  if (step.does === 'publish') {
    for (const { id } of lessons)
      if ((await as.getLesson({ slug, id })).body === '') await saveText(as, slug, id, 'A text.')
    await publishNow(as, slug).then(async () => {
      expect(placesOf((await app.asVisitor.getCourse({ slug })).sections)).toEqual(placesOf(outline.sections))
    }, refused)
  }
  if (step.does === 'discard') await as.discardCourseDraft({ slug, seenContent: { version } }).catch(refused)
  if (step.does === 'archive' || step.does === 'sell') {
    const status = step.does === 'sell' ? 'published' : 'archived'
    await as.saveCourse({ slug, courseEdit: { version: course.version, status } }).catch(refused)
  }
  if (step.does === 'take back') {
    const { data } = await as.listCourseRevisions({ slug })
    const latest = data.find(({ allowed }) => allowed.includes('take_back'))
    if (latest) await as.takeBackCourseRevision({ slug, id: latest.id }).catch(refused)
  }
}

const placesOf = (sections: { slug: string; lessons: { slug: string }[] }[]) =>
  sections.map(({ slug, lessons }) => [slug, ...lessons.map((lesson) => lesson.slug)])

/** Ids of the lessons that the learner completed. */
async function completed(course_id: string) {
  const { lessonProgress } = tables
  const rows = await app.deps.db
    .select({ id: lessonProgress.lesson_id, at: lessonProgress.completed_at })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.course_id, course_id), isNotNull(lessonProgress.completed_at)))
  return new Map(rows.map(({ id, at }) => [id, at?.getTime()]))
}

/** Learners see each place once, in an order without gaps or duplicates. */
async function assertInOrder(course_id: string) {
  const isOpen = and(eq(tables.lessons.course_id, course_id), isNull(tables.lessons.archived_at))
  const rows = await app.deps.db.select().from(tables.lessons).where(isOpen)
  expect(rows.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index))
  expect(new Set(rows.map(({ section_id, slug }) => `${section_id} ${slug}`)).size).toBe(rows.length)
}

let made = 0
const few = { numRuns: process.env.LONG ? 60 : 2, endOnFailure: !process.env.LONG }
const TIME = process.env.LONG ? 3_600_000 : 120_000

test(
  'random edits, publications, discards and undos never lose progress, and keep the saved order',
  async () => {
    await app.as(learner).getMe()
    const user_id = await app.idOf(learner)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: process.env.LONG ? 40 : 10 }), async (steps) => {
        const slug = `random-${++made}`
        const { uuid: course_id } = await publishedCourse(as, slug, { one: ['alpha', 'beta'], two: ['alpha', 'gamma'] })
        const row = { user_id, course_id, kind: 'course', source: 'administrator' } as const
        await app.deps.db.insert(tables.entitlements).values(row)
        await take(slug, { does: 'complete', at: 0 })
        let before = await completed(course_id)
        for (const step of steps) {
          await take(slug, step)
          const after = await completed(course_id)
          for (const [lesson, time] of before) expect(after.get(lesson)).toBe(time)
          before = after
          await assertInOrder(course_id)
        }
      }),
      few,
    )
  },
  TIME,
)
