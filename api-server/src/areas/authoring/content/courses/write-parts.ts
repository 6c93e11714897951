import type { Tx } from '../../../../db/open.ts'
import { ApiError } from '../../../../errors.ts'
import * as courses from '../../../catalogue/courses/content.ts'
import { settleContent } from '../../../catalogue/progress/service.ts'
import type { Parts } from '../../../catalogue/revisions/service.ts'
import { assertBundlesInOneCurrency } from '../one-currency.ts'
import { DETAILS, type Details, type LessonText, lessonOfPart, SECTIONS, type Sections } from './documents.ts'
import { readDetails } from './part-queries.ts'
import { findFormId } from './write-queries.ts'
import { writeSections } from './write-sections.ts'

export async function writeCourseParts(tx: Tx, id: string, parts: Parts): Promise<void> {
  const details = parts.get(DETAILS) as Details | undefined
  const hours = (details ?? (await readDetails(tx, id)))?.estimated_hours ?? null
  const sections = parts.get(SECTIONS) as Sections | undefined
  const rowOf = sections ? await writeSections(tx, id, sections) : new Map<string, string>()
  const texts = [...parts].flatMap(([part, document]) => {
    const lesson = lessonOfPart(part)
    return lesson ? [{ id: rowOf.get(lesson) ?? lesson, ...(document as LessonText) }] : []
  })
  await courses.updateLessonTexts(tx, texts)
  await courses.updateCourse(tx, id, {
    ...(details && (await columnsOf(tx, details))),
    // Unless an author entered the hours, they are computed from the lessons.
    estimated_hours: hours ?? courses.hoursOfLessons,
  })
  if (details) await assertBundlesInOneCurrency(tx, { course: id })
  if (details || sections) await settleContent(tx, { courses: [id] })
}

async function columnsOf(tx: Tx, { price, feedback_form, ...details }: Details) {
  return {
    ...details,
    is_priced: price !== null,
    price_amount: price?.amount ?? 0,
    ...(price && { price_currency: price.currency }),
    feedback_form_id: feedback_form === null ? null : await formId(tx, feedback_form),
  }
}

async function formId(tx: Tx, slug: string): Promise<string> {
  const id = await findFormId(tx, slug)
  if (!id) throw new ApiError('conflict', `There is no feedback form ${slug} any more. Choose another one.`)
  return id
}
