import type { CloudName } from '../db/schema/index.ts'
import { lessonSeconds, studyHours } from './catalogue/durations.ts'
import { type Films, filmKey } from './catalogue/films.ts'
import { catalogue, lessonText } from './catalogue/index.ts'
import type { CatalogueFlag } from './catalogue/shapes.ts'
import { after, DAY, idOf } from './random.ts'
import type { Rows } from './rows.ts'
import type { Story } from './story.ts'

/** Turned on once an exam can be booked and sat. Until then the demo shows its exams, and sells none. */
const EXAMS_ARE_BOOKABLE = false

/** Forms, labs, courses, bundles, exams, flags, prices and banners. */
export function addCatalogue(rows: Rows, { now, films }: Pick<Story, 'now' | 'films'>): void {
  const created_at = after(now, -300 * DAY)
  const updated_at = after(now, -20 * DAY)
  for (const [cloud, types] of Object.entries(catalogue.prices) as [CloudName, Record<string, number>][]) {
    for (const [type, hourly_micros] of Object.entries(types)) rows.resourcePrices.push({ cloud, type, hourly_micros })
  }
  for (const { title, intro, questions } of catalogue.forms) {
    rows.feedbackForms.push({ id: idOf(`form ${title}`), title, intro, created_at, updated_at })
    questions.forEach((question, position) => {
      const id = idOf(`question ${title} ${position}`)
      rows.feedbackQuestions.push({ id, form_id: idOf(`form ${title}`), position, ...question })
    })
  }
  for (const { flags, ...lab } of catalogue.labs) {
    const id = idOf(`lab ${lab.slug}`)
    const health = { ok: true, at: after(now, -DAY / 3).toISOString(), message: 'All stages built, all flags found.' }
    rows.labs.push({ ...lab, id, status: 'published', health, created_at, updated_at })
    rows.flags.push(...flags.map((flag, position) => ({ ...flagRow(lab.slug, flag, position), lab_id: id })))
  }
  catalogue.courses.forEach((each, position) => {
    const { feedback_form, sections: _, ...course } = each
    const feedback_form_id = idOf(`form ${feedback_form}`)
    rows.courses.push({
      ...course,
      id: idOf(`course ${course.slug}`),
      feedback_form_id,
      estimated_hours: studyHours(films, each),
      position,
      created_at,
      updated_at,
    })
  })
  for (const course of catalogue.courses) addOutline(rows, films, course)
  for (const { courses, ...bundle } of catalogue.bundles) {
    const bundle_id = idOf(`bundle ${bundle.slug}`)
    rows.bundles.push({ ...bundle, id: bundle_id, status: 'published', created_at })
    courses.forEach((slug, position) => {
      rows.bundleCourses.push({ bundle_id, course_id: idOf(`course ${slug}`), position })
    })
  }
  for (const { flags, course, ...exam } of catalogue.exams) {
    const id = idOf(`exam ${exam.slug}`)
    const facts = { course_id: idOf(`course ${course}`), status: 'published' as const, bookable: EXAMS_ARE_BOOKABLE }
    rows.exams.push({ ...exam, ...facts, id, created_at, updated_at })
    rows.flags.push(...flags.map((flag, position) => ({ ...flagRow(exam.slug, flag, position), exam_id: id })))
  }
  catalogue.banners.forEach((banner, position) => {
    rows.banners.push({ ...banner, id: idOf(`banner ${position}`), position, created_at: updated_at, updated_at })
  })
}

function addOutline(rows: Rows, films: Films, course: (typeof catalogue.courses)[number]): void {
  const course_id = idOf(`course ${course.slug}`)
  const sectionId = (slug: string) => idOf(`section ${course.slug} ${slug}`)
  let place = 0
  course.sections.forEach(({ slug, title, opens_after, lessons }, position) => {
    const section_id = sectionId(slug)
    const opens_after_id = opens_after ? sectionId(opens_after) : null
    rows.sections.push({ id: section_id, course_id, slug, title, position, opens_after_id })
    for (const lesson of lessons) {
      const { video } = lesson
      rows.lessons.push({
        id: idOf(`lesson ${course.slug} ${lesson.slug}`),
        course_id,
        section_id,
        slug: lesson.slug,
        title: lesson.title,
        position: place++,
        kind: lesson.kind,
        required: !lesson.optional,
        free_preview: lesson.free_preview ?? false,
        duration_seconds: lessonSeconds(films, course, lesson),
        video: video ? filmKey(`${video}.webm`) : null,
        captions: video ? [{ lang: 'en', label: 'English', file: filmKey(`${video}.vtt`) }] : [],
        body: lessonText(course, lesson),
        lab_id: lesson.lab ? idOf(`lab ${lesson.lab}`) : null,
      })
    }
  })
}

function flagRow(owner: string, flag: CatalogueFlag, position: number) {
  return { ...flag, id: idOf(`flag ${owner} ${position}`), position }
}
