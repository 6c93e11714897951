import type { ContentKind } from '../../db/schema/index.ts'

interface Target {
  course_id?: string | null
  lab_id?: string | null
  exam_id?: string | null
}

/** What a voucher opens, as the ledger asks for it. */
export const targetOf = (row: Target) => ({
  ...(row.course_id ? { course: row.course_id } : {}),
  ...(row.lab_id ? { lab: row.lab_id } : {}),
  ...(row.exam_id ? { exam: row.exam_id } : {}),
})

/** The column of a voucher that holds what it opens. */
export const columnOf = (kind: ContentKind, id: string) =>
  kind === 'course' ? { course_id: id } : kind === 'lab' ? { lab_id: id } : { exam_id: id }
