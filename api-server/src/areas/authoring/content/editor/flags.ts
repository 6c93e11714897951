import type { FieldError } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Tx } from '../../../../db/open.ts'
import type * as schema from '../../../../db/schema/index.ts'
import { ApiError } from '../../../../errors.ts'
import { flagContent } from '../../../catalogue/flags/index.ts'
import { flagColumns } from '../columns.ts'
import type { Flag } from '../model.ts'
import { listWithHistory } from '../queries.ts'
import type { ExamItem, FlagDocument, LabItem } from './documents.ts'

type FlagRow = typeof schema.flags.$inferSelect
type FlagEdit = Output<'flagEdit'>

/**
 * The complete new flag list. A flag with an id keeps its identity, and its secret unless a new one is sent. Fields that do not apply to its type
 * are dropped, because forms send values from before a type change.
 */
export function flagsOf(edits: FlagEdit[], before: FlagDocument[], rows: FlagRow[]): FlagDocument[] {
  const drafted = new Set(before.map(({ id }) => id))
  const known = [...before, ...rows.filter(({ id }) => !drafted.has(id))]
  const taken = new Set(known.map(({ slug }) => slug))
  const seen = new Set<string>()
  const errors: FieldError[] = []
  const wanted = edits.map(({ id, slug: given, secret: typed, variable, ...fields }, at): FlagDocument => {
    const old = known.find((one) => (id === undefined ? one.slug === given : one.id === id))
    if (id !== undefined && !old) errors.push({ field: `flags.${at}.id`, message: 'There is no such flag here' })
    if (old && given !== undefined && given !== old.slug)
      errors.push({ field: `flags.${at}.slug`, message: 'The name of a flag never changes' })
    const slug = old?.slug ?? given ?? freeSlug(fields.title, new Set([...taken, ...seen]))
    if (seen.has(slug)) errors.push({ field: `flags.${at}.slug`, message: 'This flag is in the list already' })
    seen.add(slug)
    const kept = old?.type === 'STATIC' ? (old.secret ?? null) : null
    const secret = fields.type === 'STATIC' ? (typed ?? kept) : null
    return {
      ...fields,
      id: old?.id ?? crypto.randomUUID(),
      slug,
      variable: fields.type === 'DYNAMIC' ? variable : null,
      ...(secret !== null && { secret }),
    }
  })
  const [first] = errors
  if (first) throw new ApiError('invalid', `${first.message}.`, { errors })
  return wanted
}

/** A slug from the title, with a number appended if it is taken. */
function freeSlug(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 56)
    .replace(/^-+|-+$/g, '')
  const base = words || 'flag'
  for (let count = 1; ; count++) {
    const slug = count === 1 ? base : `${base}-${count}`
    if (!taken.has(slug)) return slug
  }
}

export interface RemovedFlags {
  archived: string[]
  deleted: string[]
}

/** Writes the flag list. Flags missing from it are archived if learners tried, solved or took a hint of them, and deleted otherwise. */
export async function saveFlags(
  tx: Tx,
  owner: { lab_id: string; exam_id: null } | { lab_id: null; exam_id: string },
  wanted: FlagDocument[],
  stored: FlagRow[],
): Promise<RemovedFlags> {
  await flagContent.save(
    tx,
    wanted.map(({ id, ...flag }, position) => ({ ...flagColumns(flag, position), ...owner, id })),
  )
  const ids = new Set(wanted.map(({ id }) => id))
  const left = stored.filter(({ id, archived_at }) => !ids.has(id) && archived_at === null)
  const leftIds = left.map(({ id }) => id)
  const kept = await listWithHistory(tx, 'flags', leftIds)
  const gone = leftIds.filter((id) => !kept.has(id))
  if (kept.size > 0) await flagContent.archive(tx, [...kept])
  if (gone.length > 0) await flagContent.delete(tx, gone)
  const titles = (isKept: boolean) => left.filter(({ id }) => kept.has(id) === isKept).map(({ title }) => title)
  return { archived: titles(true), deleted: titles(false) }
}

/** Errors that would make a flag unsolvable. */
export function missingInFlags(wanted: Flag[]): FieldError[] {
  if (wanted.length === 0) return [{ field: 'flags', message: 'Add at least one flag.' }]
  return wanted.flatMap(({ title, type, secret }, at) =>
    type === 'STATIC' && secret === undefined
      ? [{ field: `flags.${at}.secret`, message: `“${title}” has no secret: nobody could solve it.` }]
      : [],
  )
}

/** A canary script that uses flags which no longer exist would always fail. */
export const missingInCanary = (
  what: 'lab' | 'exam',
  { canary, flags }: Pick<LabItem | ExamItem, 'canary' | 'flags'>,
): FieldError[] =>
  (canary?.answers ?? [])
    .filter(({ flag }) => !flags.some(({ slug }) => slug === flag))
    .map(({ flag }) => ({
      field: 'canary',
      message: `The canary’s script names the flag “${flag}”, which the ${what} does not have.`,
    }))

export const withoutIds = (documents: FlagDocument[]): Flag[] => documents.map(({ id: _, ...flag }) => flag)

/** Flags for a response, without secrets. */
export function presentFlags(documents: FlagDocument[], rows: { flag: FlagRow; solved_by: number }[]) {
  const solvedBy = new Map(rows.map(({ flag, solved_by }) => [flag.id, solved_by]))
  return {
    flags: documents.map((flag) => ({ ...flag, secret: null })),
    flag_facts: documents.map(({ id, type, secret }) => ({
      id,
      has_secret: type === 'STATIC' && secret !== undefined,
      solved_by: solvedBy.get(id) ?? 0,
    })),
    archived_flags: rows.flatMap(({ flag: { id, title, archived_at }, solved_by }) =>
      archived_at === null || documents.some((flag) => flag.id === id) ? [] : { id, title, solved_by },
    ),
  }
}

/** Flags for a response, each combined with its facts. */
export function listedFlags(documents: FlagDocument[], rows: { flag: FlagRow; solved_by: number }[]) {
  const { flags: shown, flag_facts: facts } = presentFlags(documents, rows)
  return shown.map((flag, position) => ({ ...flag, position, has_secret: false, solved_by: 0, ...facts[position] }))
}
