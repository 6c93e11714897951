import { z } from 'zod'
import { count, text, time, uuid } from '../contract/fields.ts'
import { deployment } from '../deployments/schemas.ts'

/** A candidate's private notes during an exam. Version 0: none yet. */
const notesText = text(65_536).refine(
  (value) => new TextEncoder().encode(value).length <= 65_536,
  'Notes can have at most 64 kB',
)
export const examNotes = z.object({ text: z.string(), updated_at: time.nullable(), version: z.int() })
export type ExamNotes = z.output<typeof examNotes>
/** If the version is not the stored one, the edit is refused, and `notes` has the stored version. */
export const examNotesEdit = z.strictObject({ text: notesText, version: z.int().min(0) })

/** Subject of a problem report. */
export const examReportKind = z.enum(['environment', 'flag', 'connection', 'other'])
export const examReportPayload = z.strictObject({
  kind: examReportKind,
  text: text(4_000).refine((value) => value.trim() !== '', 'Tell us what happened'),
})
/** A problem reported by a candidate, with the state of their exam at that moment. */
export const examReport = z.object({
  id: uuid,
  kind: examReportKind,
  text: z.string(),
  at: time,
  /** Exam minute by its clock; null before the start. */
  minute: count.nullable(),
  /** State of the environment, and its stage while being built; null if there was none. */
  environment: z.object({ state: z.string(), stage: z.string().nullable() }).nullable(),
  answer: z.string().nullable(),
  answered_at: time.nullable(),
})
export type ExamReport = z.output<typeof examReport>
export const examReportAnswer = z.strictObject({
  version: z.int(),
  answer: text(4_000).refine((value) => value.trim() !== '', 'Write an answer. The candidate reads it'),
})
/** A report, with the administrator who answered it. */
export const adminExamReport = examReport.extend({ answered_by: z.string().nullable(), version: z.int() })
export type AdminExamReport = z.output<typeof adminExamReport>

/** A small environment built before the exam to check that everything works. It ends automatically and does not count as an attempt. */
export const examPreflight = z.object({
  state: z.enum(['building', 'passed', 'failed']),
  stages: deployment.shape.stages,
  message: z.string().nullable(),
  asked_at: time,
  /** Build time in seconds. */
  seconds: count.nullable(),
  /** When another one can be built; null if now. */
  again_at: time.nullable(),
})
export type ExamPreflight = z.output<typeof examPreflight>
