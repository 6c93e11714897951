import { isDeepStrictEqual } from 'node:util'
import { canaryScript } from '@flagyard/api-types/canaries/script'
import { bundleFile, courseFile, examFile, formFile, labFile, lessonFile } from '@flagyard/api-types/content/files'
import { Document, visit } from 'yaml'
import { z } from 'zod'
import type { Content, Course, Lesson } from '../model.ts'
import { writePictures } from '../pictures.ts'
import { paths } from './paths.ts'

/** Writes a catalogue to files. Deterministic: the same content gives the same bytes. Default values are omitted. */
export function writeContent({ courses, labs, exams, bundles, forms }: Content): Map<string, string> {
  const files = new Map<string, string>()
  for (const course of courses) {
    files.set(paths.course(course.slug), yaml(courseFile, withSlugs(course)))
    for (const section of course.sections)
      for (const lesson of section.lessons)
        files.set(paths.lesson(course.slug, section.slug, lesson.slug), lessonText(lesson))
  }
  for (const lab of labs) {
    files.set(paths.lab(lab.slug), yaml(labFile, lab))
    if (lab.walkthrough !== null) files.set(paths.walkthrough(lab.slug), writePictures(lab.walkthrough, 2))
    if (lab.canary !== null) files.set(paths.canary('labs', lab.slug), yaml(canaryScript, lab.canary))
  }
  for (const exam of exams) {
    files.set(paths.exam(exam.slug), yaml(examFile, exam))
    if (exam.canary !== null) files.set(paths.canary('exams', exam.slug), yaml(canaryScript, exam.canary))
  }
  for (const bundle of bundles) files.set(paths.bundle(bundle.slug), yaml(bundleFile, bundle))
  for (const form of forms) files.set(paths.form(form.slug), yaml(formFile, form))
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const withSlugs = (course: Course) => ({
  ...course,
  sections: course.sections.map((section) => ({ ...section, lessons: section.lessons.map(({ slug }) => slug) })),
})

const lessonText = (lesson: Lesson) => `---\n${yaml(lessonFile, lesson)}---\n\n${writePictures(lesson.body, 3)}`

function yaml(schema: z.ZodType, value: unknown): string {
  const document = new Document(trimmed(schema, value))
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value.includes('\n') && !isBlock(node.value))
        node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
}

/** Multi-line text is written as a block, unless trailing whitespace would be lost. */
const isBlock = (text: string) => /^\S/.test(text) && !/[ \t\r]$/m.test(text)

function trimmed(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema)
  if (value === null) return null
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => trimmed(inner.unwrap() as z.ZodType, item))
  // The database does not preserve the order of such keys, so they are sorted.
  if (inner instanceof z.ZodRecord && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object') return value
  const entries = Object.entries<z.ZodType>(inner.shape).flatMap(([key, field]) => {
    const own: unknown = (value as Record<string, unknown>)[key]
    const byItself = field.safeParse(undefined)
    const isLeftOut = own === undefined || (byItself.success && isDeepStrictEqual(byItself.data, own))
    return isLeftOut ? [] : [[key, trimmed(field, own)]]
  })
  return Object.fromEntries(entries)
}

/** The schema inside wrappers for default, null and optional. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema
}
