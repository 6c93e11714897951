import type * as schema from '../../../../db/schema/index.ts'
import type { Exam, Flag, Lab } from '../model.ts'

/** Labs and exams in the form of drafts and revisions: everything except the slug, which never changes, and the status, which takes effect immediately. */

export type FlagDocument = Flag & { id: string }
type Whole<T extends { slug: string; status: string }> = Omit<T, 'slug' | 'status' | 'flags'> & {
  flags: FlagDocument[]
}
/** `sizes`: download sizes in bytes, by file name. */
export type LabDocument = Whole<Lab> & { sizes: Record<string, number> }
export type ExamDocument = Whole<Exam>
export type LabItem = LabDocument & Pick<Lab, 'slug' | 'status'>
export type ExamItem = ExamDocument & Pick<Exam, 'slug' | 'status'>

/** The only part of a lab or exam. They are small, and their flags make no sense without the module. */
export const WHOLE = 'details'

type FlagRow = typeof schema.flags.$inferSelect
/** Adds the stored ids to the flags of the model, which are in the same order. */
export const withIds = (flags: Flag[], rows: FlagRow[]): FlagDocument[] =>
  flags.map((flag) => ({ ...flag, id: rows.find(({ slug }) => slug === flag.slug)?.id ?? crypto.randomUUID() }))

/** Published and archived content is in use, so it changes by revisions. */
export const isLive = (status: Lab['status']) => status !== 'draft'

export function documentOf<T extends { slug: string; status: string }>({ slug: _, status: __, ...document }: T) {
  return document
}
