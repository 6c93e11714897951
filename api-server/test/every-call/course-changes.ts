import { entitlements } from '../../src/db/schema/index.ts'
import type { Api, TestApp } from '../app.ts'
import { publishedCourse, publishNow, saveText, sectionsOf, writeCourse } from '../fixtures/editor.ts'

/** Changes to a course by editors and support, each with its audit action. */
export function courseChanges(app: () => TestApp, as: () => Api) {
  let made = 0
  const next = () => `written-${++made}`
  /** Published course whose draft has a changed lesson. */
  const drafted = async (slug: string) => {
    const { outline } = await publishedCourse(as(), slug)
    await saveText(as(), slug, outline.sections[0]?.lessons[0]?.id ?? '', 'Another text.')
    return as().getCourseForAdmin({ slug })
  }
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
  const learner = async (slug: string) => {
    await app().as('of-a-course').getMe()
    const { uuid: course_id } = await as().getCourseForAdmin({ slug })
    const user_id = await app().idOf('of-a-course')
    await app().deps.db.insert(entitlements).values({ user_id, course_id, kind: 'course', source: 'administrator' })
    return 'of-a-course'
  }
  return {
    saveCourse: {
      action: 'courses.create',
      prepare: async () => () => as().saveCourse({ slug: next(), courseEdit: { title: 'T', level: 'beginner' } }),
    },
    saveSections: {
      action: 'courses.update',
      async prepare() {
        const slug = next()
        const { outline } = await writeCourse(as(), slug)
        const sections = sectionsOf(outline).map((section) => ({ ...section, title: 'Another' }))
        return () => as().saveSections({ slug, sectionsEdit: { version: outline.version, sections } })
      },
    },
    saveLesson: {
      action: 'courses.save_draft',
      async prepare() {
        const slug = next()
        const { outline } = await publishedCourse(as(), slug)
        return () => saveText(as(), slug, outline.sections[0]?.lessons[0]?.id ?? '', 'Another text.')
      },
    },
    deleteCourse: {
      action: 'courses.delete',
      async prepare() {
        const { slug } = await writeCourse(as(), next())
        return () => as().deleteCourse({ slug })
      },
    },
    publishCourse: {
      action: 'courses.publish',
      async prepare() {
        const { slug } = await drafted(next())
        return () => publishNow(as(), slug)
      },
    },
    cancelCoursePublication: {
      action: 'courses.cancel_publication',
      async prepare() {
        const { slug, content_version: version } = await drafted(next())
        await as().publishCourse({ slug, publication: { version, at: tomorrow() } })
        return () => as().cancelCoursePublication({ slug })
      },
    },
    discardCourseDraft: {
      action: 'courses.discard_draft',
      async prepare() {
        const { slug, content_version: version } = await drafted(next())
        return () => as().discardCourseDraft({ slug, seenContent: { version } })
      },
    },
    takeBackCourseRevision: {
      action: 'courses.take_back',
      async prepare() {
        const { slug } = await drafted(next())
        await publishNow(as(), slug)
        const { data } = await as().listCourseRevisions({ slug })
        return () => as().takeBackCourseRevision({ slug, id: data[0]?.id ?? '' })
      },
    },
    changeBetaTesters: {
      action: 'courses.change_beta_testers',
      async prepare() {
        const { slug } = await writeCourse(as(), next())
        const tester = `tester-${made}`
        await app().as(tester).getMe()
        return () => as().changeBetaTesters({ slug, betaEdit: { add: [tester] } })
      },
    },
    removeCourseUser: {
      action: 'courses.remove_user',
      async prepare() {
        const { slug } = await writeCourse(as(), next())
        const id = await learner(slug)
        return () => as().removeCourseUser({ slug, id })
      },
    },
    restoreCourseUser: {
      action: 'courses.restore_user',
      async prepare() {
        const { slug } = await writeCourse(as(), next())
        const id = await learner(slug)
        await as().removeCourseUser({ slug, id })
        return () => as().restoreCourseUser({ slug, id })
      },
    },
  }
}
