import type * as schema from '../../../db/schema/index.ts'
import type { Exam, Flag, Lab } from '../model.ts'

/** A lab and an exam as drafts and revisions hold them: all but the name, which never changes, and the status, which takes effect at once. */

export type FlagDocument = Flag & { id: string }
type Whole<T extends { slug: string; status: string }> = Omit<T, 'slug' | 'status' | 'flags'> & {
  flags: FlagDocument[]
}
/** `sizes`: of the downloads, by their names. */
export type LabDocument = Whole<Lab> & { sizes: Record<string, number> }
export type ExamDocument = Whole<Exam>
export type LabItem = LabDocument & Pick<Lab, 'slug' | 'status'>
export type ExamItem = ExamDocument & Pick<Exam, 'slug' | 'status'>

/** The one part of a lab and of an exam: they are small, and their flags mean nothing without the module. */
export const WHOLE = 'details'

type FlagRow = typeof schema.flags.$inferSelect
/** The live flags with their ids, as `model` has them in the same order. */
export const withIds = (flags: Flag[], rows: FlagRow[]): FlagDocument[] =>
  flags.map((flag) => ({ ...flag, id: rows.find(({ slug }) => slug === flag.slug)?.id ?? crypto.randomUUID() }))

/** People see what is published, and those who have it also what is archived: both change by revisions. */
export const isLive = (status: Lab['status']) => status !== 'draft'

export function documentOf<T extends { slug: string; status: string }>({ slug: _, status: __, ...document }: T) {
  return document
}
