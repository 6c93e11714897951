import type { ContentKind } from '../../../db/schema/index.ts'

interface Target {
  course_id?: string | null
  lab_id?: string | null
  exam_id?: string | null
}

/** The voucher's content as a target of the ledger. */
export const targetOf = (row: Target) => ({
  ...(row.course_id ? { course: row.course_id } : {}),
  ...(row.lab_id ? { lab: row.lab_id } : {}),
  ...(row.exam_id ? { exam: row.exam_id } : {}),
})

/** The column value that points a voucher at its content. */
export const columnOf = (kind: ContentKind, id: string) =>
  kind === 'course' ? { course_id: id } : kind === 'lab' ? { lab_id: id } : { exam_id: id }
