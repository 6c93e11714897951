import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { invalidFields } from '../../../../http/validation.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import * as queries from './queries.ts'
import { archived, freeSlug, lockSeen, readForm, subjectOf } from './service.ts'
import { questionRows, saveVersions } from './versions-queries.ts'

type Edited = Output<'formQuestionsEdit'>['questions'][number]
type Question = Awaited<ReturnType<typeof queries.listQuestions>>[number]

/**
 * Saves the whole ordered list. Remaining questions keep their ids; removed questions are archived if they have answers, and deleted
 * otherwise. If the current version has responses, a new version is created, and earlier answers keep the wording they were given
 * to.
 */
export async function saveFormQuestions(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  id: string,
  { version, questions }: Output<'formQuestionsEdit'>,
): Promise<Accepted<'savedFormQuestions'>> {
  const outcome = await db.transaction(async (tx) => {
    const form = await lockSeen(tx, id, version ?? 'any')
    if (form.archived_at) throw archived()
    const before = await queries.listQuestions(tx, id)
    assertPossible(questions, before)
    const unchanged = { archived: [], deleted: [], new_version: false }
    if (JSON.stringify(before.map(asEdited)) === JSON.stringify(questions.map(asEdited))) return unchanged
    await questionRows.save(tx, await rowsOf(tx, id, questions, before))
    const left = await removeMissing(tx, before, questions)
    await queries.updateForm(tx, id, {})
    const renewed = await saveVersions(tx, [id])
    await recordAudit(tx, {
      ...by,
      action: 'forms.save_questions',
      subject: subjectOf(form),
      before: { questions: before.map(inWords) },
      after: { questions: questions.map(inWords), new_version: renewed.has(id) },
    })
    return { ...left, new_version: renewed.has(id) }
  })
  return { form: await readForm({ db }, by.actor, id), ...outcome }
}

function assertPossible(questions: Edited[], before: Question[]) {
  const known = new Set(before.map(({ id }) => id))
  const seen = new Set<string>()
  const errors = questions.flatMap(({ id, kind, choices }, at) => {
    const isOfChoices = kind === 'single' || kind === 'multiple'
    const isAgain = id !== undefined && seen.has(id)
    if (id !== undefined) seen.add(id)
    if (isAgain || (id !== undefined && !known.has(id)))
      return {
        field: `questions.${at}.id`,
        message: isAgain ? 'This question is in the list twice' : 'There is no such question',
      }
    if (isOfChoices !== choices.length > 0)
      return {
        field: `questions.${at}.choices`,
        message: isOfChoices ? 'Add the choices' : 'Only questions with choices can have them',
      }
    const twice = choices.findIndex((choice, place) => choices.indexOf(choice) !== place)
    return twice < 0 ? [] : { field: `questions.${at}.choices.${twice}`, message: 'This choice is in the list twice' }
  })
  if (errors.length > 0) throw invalidFields(errors)
}

const asEdited = ({ id, kind, label, choices, required }: Edited | Question) => [id, kind, label, choices, required]

async function rowsOf(tx: Tx, form_id: string, questions: Edited[], before: Question[]) {
  const slugs = new Map(before.map(({ id, slug }) => [id, slug]))
  const taken = await queries.listQuestionSlugs(tx, form_id)
  return questions.map(({ id = crypto.randomUUID(), ...question }, position) => {
    const slug = slugs.get(id) ?? freeSlug(question.label, (one) => taken.has(one))
    taken.add(slug)
    return { ...question, id, slug, form_id, position }
  })
}

async function removeMissing(tx: Tx, before: Question[], questions: Edited[]) {
  const stay = new Set(questions.map(({ id }) => id))
  const left = before.filter(({ id }) => !stay.has(id))
  const answered = left.filter((one) => one.answered)
  const gone = left.filter((one) => !one.answered)
  if (answered.length > 0) await questionRows.archive(tx, idsOf(answered))
  if (gone.length > 0) await questionRows.delete(tx, idsOf(gone))
  return { archived: answered.map(({ label }) => label), deleted: gone.map(({ label }) => label) }
}

const idsOf = (questions: Question[]) => questions.map(({ id }) => id)

const inWords = ({ kind, label, required }: Edited | Question) => `${label} (${kind}${required ? ', required' : ''})`
