import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { toRunFlag } from '../src/areas/catalogue/flags/service.ts'
import { saveSnapshot, toRunLab } from '../src/areas/clouds/deployments/snapshot-queries.ts'
import * as tables from '../src/db/schema/index.ts'
import type { Api, TestApp } from './app.ts'
import type { sectionsOf } from './editor.ts'

export const stale = { status: 409, code: 'stale_version' }
export const conflict = { status: 409, code: 'conflict' }
export const fieldsOf = (call: Promise<unknown>) =>
  call.then(
    () => 'not refused',
    (error: { status: number; errors: { field: string }[] }) => [
      error.status,
      ...error.errors.map(({ field }) => field),
    ],
  )

/** What tests do with courses as their editors, and once as a learner. The app is started later. */
export function courseEditing(app: () => TestApp) {
  const as = () => app().asAdmin
  const read = (slug: string) => as().getCourseForAdmin({ slug })
  const change = async (slug: string, courseEdit: Omit<Parameters<Api['saveCourse']>[0]['courseEdit'], 'version'>) =>
    as().saveCourse({ slug, courseEdit: { ...courseEdit, version: (await read(slug)).version } })
  const arrange = async (slug: string, sections: ReturnType<typeof sectionsOf>) =>
    as().saveSections({ slug, sectionsEdit: { version: (await read(slug)).outline.version, sections } })
  const lessonsOf = async (slug: string) => (await read(slug)).outline.sections.flatMap(({ lessons }) => lessons)
  const lessonOf = async (slug: string, name: string) => (await lessonsOf(slug)).find((one) => one.slug === name)!
  const textOf = async (slug: string, name: string) => as().getLesson({ slug, id: (await lessonOf(slug, name)).id })
  const named = async (username: string) => {
    await app().as(username).getMe()
    return username
  }
  /** Gives the course to a learner, who completes a lesson of it. */
  async function complete(username: string, slug: string, section_slug: string, lesson_slug: string) {
    await named(username)
    const { db } = app().deps
    const [user_id, { uuid: course_id }] = [await app().idOf(username), await read(slug)]
    const row = { user_id, course_id, kind: 'course', source: 'administrator' } as const
    const mine = and(eq(tables.entitlements.user_id, user_id), eq(tables.entitlements.course_id, course_id))
    if ((await db.$count(tables.entitlements, mine)) === 0) await db.insert(tables.entitlements).values(row)
    return app().as(username).completeLesson({ slug, section_slug, lesson_slug })
  }
  async function insertSolvedTest(lab: typeof tables.labs.$inferSelect, flag: typeof tables.flags.$inferSelect) {
    const run = { lab: toRunLab(lab), flags: [toRunFlag(flag)], instructions: '' }
    const { db } = app().deps
    await db.insert(tables.deployments).values({
      user_id: await app().idOf('administrator-of-tests'),
      lab_id: lab.id,
      snapshot_id: await db.transaction((tx) => saveSnapshot(tx, lab.id, run)),
      cloud: lab.cloud,
      state: 'ended',
      running_at: new Date(),
      module_version: lab.module_version,
      duration_seconds: 60,
      test: { values: {}, solved: [flag.id] },
    })
  }
  /** A stored file of this type, by its name. */
  async function storedFile(type: string) {
    const name = `${randomBytes(32).toString('hex')}.${type}`
    await app().deps.files.put(`content/${name}`, Buffer.from('A film, or its captions'))
    return name
  }
  return { read, change, arrange, lessonOf, textOf, named, complete, insertSolvedTest, storedFile }
}
