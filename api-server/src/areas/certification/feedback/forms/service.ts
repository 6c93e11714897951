import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import { searchFold } from '../../../../db/lists/search.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { lockContentForEdit } from '../../../catalogue/revisions/index.ts'
import * as queries from './queries.ts'
import { deleteForms, findVersion, listVersions, settleVersions } from './versions-queries.ts'

type NeededDeps = Pick<Deps, 'db'>
type Change = Omit<Output<'feedbackFormEdit'>, 'version' | 'slug'>

export async function readForm(
  { db }: NeededDeps,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'feedbackFormRecord'>> {
  const found = await queries.findForm(db, id)
  if (!found) throw formNotFound()
  const [questions, courses, version] = await Promise.all([
    queries.listQuestions(db, id),
    queries.listCoursesOf(db, id),
    findVersion(db, id),
  ])
  const form_version = version?.number ?? 1
  return {
    ...found.form,
    form_version,
    version_responses: await queries.countResponses(db, id, form_version),
    responses: found.responses,
    questions,
    courses,
    allowed: allowedOnForm({ ...found.form, responses: found.responses, courses: found.courses }, caller),
  }
}

export async function readVersions({ db }: NeededDeps, id: string) {
  if (!(await queries.findForm(db, id))) throw formNotFound()
  return listVersions(db, id)
}

const formNotFound = () => new ApiError('not_found', 'There is no such feedback form.')

/** Forms with responses can only be archived. Forms without responses can be deleted, unless a course uses them. */
export function allowedOnForm(
  form: { archived_at: Date | null; responses: number; courses: number },
  caller: CurrentUser,
) {
  const mayUpdate = mayCall(operations.updateFeedbackForm, caller)
  const isArchived = form.archived_at !== null
  return allowedAmong({
    update: mayUpdate && !isArchived,
    archive: mayUpdate && !isArchived,
    restore: mayUpdate && isArchived,
    delete: form.responses === 0 && form.courses === 0 && mayCall(operations.deleteFeedbackForm, caller),
    duplicate: mayCall(operations.duplicateFeedbackForm, caller),
  })
}

export async function createForm(
  { db }: NeededDeps,
  by: AuditActor,
  { version: _, archived, title, slug, ...fields }: Output<'feedbackFormEdit'>,
) {
  if (title === undefined) throw invalidField('title', 'This is required')
  if (archived) throw invalidField('archived', 'A new form begins unarchived')
  const id = await db.transaction((tx) => insertForm(tx, by, { ...fields, title, slug }))
  return readForm({ db }, by.actor, id)
}

/** Copies a form with its questions, under a new slug and new ids, without responses. */
export async function duplicateForm({ db }: NeededDeps, by: AuditActor, id: string, { title }: Output<'formCopy'>) {
  const copy = await db.transaction(async (tx) => {
    const found = await queries.findForm(tx, id)
    if (!found) throw formNotFound()
    const { intro, anonymity_threshold } = found.form
    const questions = await queries.listQuestions(tx, id)
    return insertForm(tx, by, { title, intro, anonymity_threshold, questions, copy_of: found.form.slug })
  })
  return readForm({ db }, by.actor, copy)
}

interface NewForm {
  title: string
  slug?: string | undefined
  intro?: string | undefined
  anonymity_threshold?: number | undefined
  questions?: Awaited<ReturnType<typeof queries.listQuestions>>
  copy_of?: string
}

async function insertForm(tx: Tx, { actor, address }: AuditActor, { questions = [], copy_of, ...form }: NewForm) {
  await lockContentForEdit(tx)
  const taken = form.slug ? new Set<string>() : await queries.listFormSlugs(tx, slugStart(form.title))
  const slug = form.slug ?? freeSlug(form.title, (one) => taken.has(one))
  const row = await queries.insertForm(tx, { ...form, slug })
  if (!row) {
    const message = `There is a feedback form called ${slug} already. Choose another slug.`
    throw new ApiError('conflict', message, { errors: [{ field: 'slug', message }] })
  }
  await queries.insertQuestions(
    tx,
    questions.map(({ id: _, answered: __, ...question }, position) => ({ ...question, position, form_id: row.id })),
  )
  await settleVersions(tx, [row.id])
  const after = { ...form, ...(copy_of && { copy_of }) }
  await recordAudit(tx, { actor, address, action: 'forms.create', subject: subjectOf(row), after })
  return row.id
}

/** Applies the fields of the edit. An archived form can only be restored. */
export async function updateForm(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
  { version, slug, ...edit }: Output<'feedbackFormEdit'>,
) {
  if (slug !== undefined) throw invalidField('slug', 'A slug stays as it is: courses name the form by it')
  await db.transaction(async (tx) => {
    const before = await lockSeen(tx, id, version)
    const change = columnsOf(before, edit)
    const keys = Object.keys(change) as (keyof typeof change)[]
    if (keys.length === 0) return
    if (before.archived_at && change.archived_at === undefined) throw archived()
    await queries.updateForm(tx, id, change)
    await settleVersions(tx, [id])
    await recordAudit(tx, {
      ...by,
      action: actionOf(change),
      subject: subjectOf(before),
      before: Object.fromEntries(keys.map((key) => [key, before[key]])),
      after: change,
    })
  })
  return readForm({ db }, by.actor, id)
}

/** Locks the form and checks that it is still at this version; `any` skips the check. */
export async function lockSeen(tx: Tx, id: string, version: number | undefined | 'any'): Promise<queries.FormRow> {
  await lockContentForEdit(tx)
  const form = await queries.lockForm(tx, id)
  if (!form) throw formNotFound()
  if (version !== 'any' && form.version !== version)
    throw new ApiError('stale_version', 'Someone else changed this form in the meantime. Please reload it.')
  return form
}

export const archived = () => new ApiError('conflict', 'This form is archived. Restore it first.')
export const subjectOf = ({ slug }: { slug: string }) => ({ type: 'form', id: slug })

/** Columns that actually change. */
function columnsOf(before: queries.FormRow, { archived, ...fields }: Change) {
  const isMoved = archived !== undefined && archived !== (before.archived_at !== null)
  const changed = Object.entries(fields).filter(([key, value]) => value !== before[key as keyof typeof fields])
  return {
    ...(Object.fromEntries(changed) as Partial<typeof fields>),
    ...(isMoved && { archived_at: archived ? new Date() : null }),
  }
}

const actionOf = ({ archived_at }: { archived_at?: Date | null }) =>
  archived_at === undefined ? 'forms.update' : archived_at === null ? 'forms.restore' : 'forms.archive'

/** Deletes a form without responses. A form with responses is archived instead, because its answers still count. */
export async function deleteForm(
  { db }: NeededDeps,
  by: AuditActor,
  id: string,
): Promise<Accepted<'removedFeedbackForm'>> {
  return db.transaction(async (tx) => {
    await lockContentForEdit(tx)
    const before = await queries.lockForm(tx, id)
    const found = before && (await queries.findForm(tx, id))
    if (!found) throw formNotFound()
    const audit = (action: 'forms.archive' | 'forms.delete') =>
      recordAudit(tx, { ...by, action, subject: subjectOf(before), before })
    if (found.responses > 0) {
      if (before.archived_at) throw new ApiError('conflict', 'This form is archived already. Its answers are kept.')
      await queries.updateForm(tx, id, { archived_at: new Date() })
      await audit('forms.archive')
      return { outcome: 'archived' }
    }
    if (found.courses > 0)
      throw new ApiError('conflict', 'Courses ask with this form. Choose another for them first, or archive it.')
    await deleteForms(tx, [id])
    await audit('forms.delete')
    return { outcome: 'deleted' }
  })
}

/** Unused slug for content files, derived from the title. */
export function freeSlug(title: string, isTaken: (slug: string) => boolean): string {
  const base = slugStart(title)
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!isTaken(slug)) return slug
  }
}

/** Beginning of all slugs derived from this title. */
const slugStart = (title: string): string =>
  searchFold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '') || 'untitled'
