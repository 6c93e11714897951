import { paths } from '@flagyard/api-types/links'
import type { Course, Flag } from '../../areas/authoring/content/index.ts'
import * as columns from '../../areas/authoring/content/index.ts'
import type { CloudName } from '../../db/schema/index.ts'
import { after, DAY, idOf, MINUTE } from '../random.ts'
import type { Rows, Story } from '../rows.ts'
import { catalogue, minutes, withFilms } from './catalogue.ts'
import { filmKey, readDownloads } from './films.ts'
import { prices } from './prices.ts'

/** Files, forms, labs, courses, bundles, exams, flags, prices and banners. */
export function addCatalogue(rows: Rows, { now, films }: Pick<Story, 'now' | 'films'>): void {
  const created_at = after(now, -300 * DAY)
  const updated_at = after(now, -20 * DAY)
  for (const [cloud, types] of Object.entries(prices) as [CloudName, Record<string, number>][]) {
    for (const [type, hourly_micros] of Object.entries(types)) rows.resourcePrices.push({ cloud, type, hourly_micros })
  }
  for (const form of catalogue.forms) {
    const id = idOf(`form ${form.title}`)
    rows.feedbackForms.push({ ...columns.formColumns(form), id, created_at, updated_at })
    const questions = form.questions.map((question, position) => {
      const own = { id: idOf(`question ${form.title} ${position}`), form_id: id }
      rows.feedbackQuestions.push({ ...columns.questionColumns(question, position), ...own })
      const { kind, label, choices, required } = question
      return { id: own.id, kind, label, choices, required }
    })
    const { anonymity_threshold } = form
    rows.feedbackFormVersions.push({ form_id: id, number: 1, anonymity_threshold, questions, created_at })
  }
  const downloads = readDownloads()
  const downloadOf = (name: string) => {
    const found = downloads.get(name)
    if (!found) throw new Error(`The demo has no file ${name}`)
    return found
  }
  for (const { stored, bytes } of downloads.values())
    rows.storedFiles.push({ name: stored, kind: 'download', bytes, created_at })
  for (const lab of catalogue.labs) {
    const id = idOf(`lab ${lab.slug}`)
    const ended_at = after(now, -DAY / 3)
    const health = { ok: true, at: ended_at.toISOString(), message: 'All stages built, all flags found.' }
    const own = columns.labColumns(
      lab,
      (name) => downloadOf(name).key,
      (name) => downloadOf(name).bytes,
    )
    rows.labs.push({ ...own, id, health, created_at, updated_at })
    rows.canaryRuns.push({
      id: idOf(`canary ${lab.slug}`),
      lab_id: id,
      by_hand: true,
      module_version: lab.module_version,
      outcome: 'solved' as const,
      seconds_to_credentials: 41,
      begun_at: after(ended_at, -4 * MINUTE),
      ended_at,
    })
    rows.flags.push(...lab.flags.map((flag, at) => ({ ...flagRow(lab.slug, flag, at), lab_id: id })))
  }
  for (const course of catalogue.courses) addCourse(rows, withFilms(films, course), { created_at, updated_at })
  for (const bundle of catalogue.bundles) {
    const bundle_id = idOf(`bundle ${bundle.slug}`)
    rows.bundles.push({ ...columns.bundleColumns(bundle), id: bundle_id, created_at })
    bundle.courses.forEach((slug, position) => {
      rows.bundleCourses.push({ bundle_id, course_id: idOf(`course ${slug}`), position })
    })
  }
  for (const exam of catalogue.exams) {
    const id = idOf(`exam ${exam.slug}`)
    const course_id = exam.course === null ? null : idOf(`course ${exam.course}`)
    rows.exams.push({ ...columns.examColumns(exam), id, course_id, created_at, updated_at })
    rows.flags.push(...exam.flags.map((flag, at) => ({ ...flagRow(exam.slug, flag, at), exam_id: id })))
  }
  banners.forEach((banner, position) => {
    rows.banners.push({ ...banner, id: idOf(`banner ${position}`), position, created_at: updated_at, updated_at })
  })
}

function addCourse(rows: Rows, course: Course, written: { created_at: Date; updated_at: Date }): void {
  const course_id = idOf(`course ${course.slug}`)
  const form = catalogue.forms.find(({ slug }) => slug === course.feedback_form)
  const feedback_form_id = form ? idOf(`form ${form.title}`) : null
  // The demo's catalogue contains no pictures.
  const own = columns.courseColumns(course, minutes, () => null)
  rows.courses.push({ ...own, id: course_id, feedback_form_id, ...written })
  const sectionId = (slug: string) => idOf(`section ${course.slug} ${slug}`)
  let place = 0
  course.sections.forEach(({ slug, title, opens_after, lessons }, position) => {
    const section_id = sectionId(slug)
    const opens_after_id = opens_after ? sectionId(opens_after) : null
    rows.sections.push({ id: section_id, course_id, slug, title, position, opens_after_id })
    for (const lesson of lessons) {
      rows.lessons.push({
        ...columns.lessonColumns(lesson, filmKey, minutes),
        id: idOf(`lesson ${course.slug} ${lesson.slug}`),
        course_id,
        section_id,
        position: place++,
        lab_id: lesson.lab ? idOf(`lab ${lesson.lab}`) : null,
      })
    }
  })
}

function flagRow(owner: string, flag: Flag, position: number) {
  return { ...columns.flagColumns(flag, position), id: idOf(`flag ${owner} ${position}`) }
}

const banners = [
  {
    content:
      'New: the Azure exam, twelve hours in a tenant of forty users, on a day that suits you. See what it asks of you.',
    link: paths.exam('azure-attack-path-specialist'),
  },
]
