import { keyOfChecksum } from '../uploads/index.ts'
import type { Bundle, Content, Course, Exam, Flag, Lab, Lesson } from './model.ts'
import { fromSite, mapTexts } from './pictures.ts'
import type { ContentRows } from './queries.ts'

/** Builds the catalogue from database rows. `nameOf` returns the name of a file in the store. */
export function contentOf(rows: ContentRows, nameOf: (key: string) => string): Content {
  const slugs = new Map([...rows.forms, ...rows.labs, ...rows.courses].map(({ id, slug }) => [id, slug]))
  const slugOf = (id: string | null) => (id === null ? null : (slugs.get(id) ?? null))
  const sections = Map.groupBy(rows.sections, ({ course_id }) => course_id)
  const lessons = Map.groupBy(rows.lessons, ({ section_id }) => section_id)
  const flags = Map.groupBy(rows.flags, ({ lab_id, exam_id }) => lab_id ?? exam_id)
  const questions = Map.groupBy(rows.questions, ({ form_id }) => form_id)
  const members = Map.groupBy(rows.bundleCourses, ({ bundle_id }) => bundle_id)
  const content: Content = {
    courses: rows.courses.map(
      ({
        id,
        feedback_form_id,
        price_amount,
        price_currency,
        is_priced: ____,
        created_at: _,
        updated_at: __,
        version: ___,
        ...fields
      }): Course => ({
        ...fields,
        cover: fields.cover === null ? null : nameOf(fields.cover.file),
        instructors: fields.instructors.map(({ picture, ...person }) => ({
          ...person,
          picture: picture ? nameOf(picture.file) : null,
        })),
        certificate_type: fields.certificate_type ?? null,
        price: { amount: price_amount, currency: price_currency },
        feedback_form: slugOf(feedback_form_id),
        sections: (sections.get(id) ?? []).map((section) => ({
          slug: section.slug,
          title: section.title,
          opens_after: rows.sections.find((other) => other.id === section.opens_after_id)?.slug ?? null,
          lessons: (lessons.get(section.id) ?? []).map((lesson) => lessonOf(lesson, nameOf, slugOf)),
        })),
      }),
    ),
    labs: rows.labs.map((row) => labOf(row, flags.get(row.id) ?? [], nameOf)),
    exams: rows.exams.map((row) => examOf(row, flags.get(row.id) ?? [], slugOf(row.course_id))),
    bundles: rows.bundles.map((row) =>
      bundleOf(
        row,
        (members.get(row.id) ?? []).flatMap(({ course_id }) => slugOf(course_id) ?? []),
      ),
    ),
    forms: rows.forms
      .filter(({ archived_at }) => archived_at === null)
      .map(({ id, slug, title, intro, anonymity_threshold }) => ({
        slug,
        title,
        intro,
        anonymity_threshold,
        questions: (questions.get(id) ?? []).map(({ slug, kind, label, choices, required }) => ({
          slug,
          kind,
          label,
          choices,
          required,
        })),
      })),
  }
  return mapTexts(content, (text) => fromSite(text, (checksum) => nameOf(keyOfChecksum(checksum))))
}

type FlagRows = ContentRows['flags']

export function labOf(row: ContentRows['labs'][number], flags: FlagRows, nameOf: (key: string) => string): Lab {
  const {
    id: _,
    price_amount,
    price_currency,
    health: __,
    health_state: ___,
    created_at: ____,
    updated_at: _____,
    version: ______,
    ...fields
  } = row
  return {
    ...fields,
    price: price_amount === null ? null : { amount: price_amount, currency: price_currency },
    downloads: fields.downloads.map(({ name, file }) => ({ name, file: nameOf(file) })),
    flags: flags.map(flagOf),
  }
}

export function examOf(row: ContentRows['exams'][number], flags: FlagRows, course: string | null): Exam {
  const {
    id: _,
    course_id: __,
    price_amount,
    price_currency,
    health: ___,
    health_state: ____,
    created_at: _____,
    updated_at: ______,
    version: _______,
    ...fields
  } = row
  return { ...fields, course, price: { amount: price_amount, currency: price_currency }, flags: flags.map(flagOf) }
}

export const bundleOf = (
  { slug, title, description, status, price_amount, price_currency }: ContentRows['bundles'][number],
  courses: string[],
): Bundle => ({ slug, title, description, status, price: { amount: price_amount, currency: price_currency }, courses })

function lessonOf(
  row: ContentRows['lessons'][number],
  nameOf: (key: string) => string,
  slugOf: (id: string | null) => string | null,
): Lesson {
  const { slug, title, kind, required, free_preview, duration_seconds, video, captions, chapters, lab_id, body } = row
  return {
    slug,
    title,
    kind,
    required,
    free_preview,
    duration_seconds,
    video: video === null ? null : nameOf(video),
    captions: captions.map(({ lang, label, file }) => ({ lang, label, file: nameOf(file) })),
    chapters: chapters.map(({ second, title: name }) => ({ second, title: name })),
    lab: slugOf(lab_id),
    body,
  }
}

const flagOf = ({
  slug,
  title,
  question,
  type,
  points,
  required,
  hint,
  hint_cost,
  walkthrough,
  secret,
}: ContentRows['flags'][number]): Flag => ({
  slug,
  title,
  question,
  type,
  points,
  required,
  hint,
  hint_cost,
  walkthrough,
  variable: type === 'DYNAMIC' ? secret : null,
  ...(type === 'STATIC' && secret !== null && { secret }),
})
