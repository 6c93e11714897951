import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { courseNotFound, presentPicture, readInstructors } from '../../../catalogue/courses/index.ts'
import { readDraftParts } from '../../../catalogue/revisions/index.ts'
import { hoursOf } from './course-record.ts'
import { emptyLesson, type LessonText, lessonPart, lessonsOf } from './documents.ts'
import { readDrafted } from './drafted-course.ts'
import { labsOf } from './missing.ts'
import { readAllTexts } from './part-queries.ts'
import { findCourseFacts } from './queries.ts'

/** The whole course as learners will see it after publication, in the same response format. */
export async function previewCourse({ db }: Pick<Deps, 'db'>, slug: string): Promise<Output<'coursePreview'>> {
  const course = await findCourseFacts(db, slug)
  if (!course) throw courseNotFound(slug)
  const { uuid: id, status, exam } = course
  const { details, sections, facts } = await readDrafted(db, id)
  const labs = await labsOf(db, id, sections)
  const texts = await readAllTexts(db, id)
  for (const [part, { document }] of await readDraftParts(db, { kind: 'courses', id }))
    for (const lesson of lessonsOf(sections))
      if (part === lessonPart(lesson.id)) texts.set(lesson.id, document as LessonText)
  const { estimated_hours, price, cover, instructors, ...shown } = details
  return {
    id,
    slug,
    status,
    ...shown,
    cover: presentPicture(cover),
    instructors: await readInstructors(db, instructors, id),
    price: price ?? { amount: 0, currency: 'EUR' },
    estimated_hours: estimated_hours ?? hoursOf(sections, facts, labs),
    lessons: lessonsOf(sections).length,
    labs: lessonsOf(sections).filter(({ kind }) => kind === 'lab').length,
    exam: exam?.status === 'published' ? exam : null,
    sections: sections.sections.map((section) => ({
      ...section,
      lessons: section.lessons.map(({ lab: name, ...lesson }) => {
        const { body, video, duration_seconds } = texts.get(lesson.id) ?? emptyLesson
        const lab = name === null ? undefined : labs.get(name)
        return {
          ...lesson,
          free_preview: lesson.free_preview,
          duration_seconds: duration_seconds || (lab?.duration_minutes ?? 0) * 60,
          body,
          has_video: video !== null,
          lab: lab ? { slug: lab.slug, title: lab.title, cloud: lab.cloud, flags: lab.flags } : null,
        }
      }),
    })),
  }
}
