import { z } from 'zod'
import { count, text, time, uuid } from '../contract/fields.ts'
import { deployment } from '../deployments/schemas.ts'

/** What a candidate writes down during an exam, for themselves alone. Version 0: nothing yet. */
const notesText = text(65_536).refine((value) => new TextEncoder().encode(value).length <= 65_536, 'Notes hold 64 kB')
export const examNotes = z.object({ text: z.string(), updated_at: time.nullable(), version: z.int() })
export type ExamNotes = z.output<typeof examNotes>
/** Made from another version than the one that is kept, they are refused with `notes`, that one. */
export const examNotesEdit = z.strictObject({ text: notesText, version: z.int().min(0) })

/** What a problem is about. */
export const examReportKind = z.enum(['environment', 'flag', 'connection', 'other'])
export const examReportPayload = z.strictObject({
  kind: examReportKind,
  text: text(4_000).refine((value) => value.trim() !== '', 'Tell us what happened'),
})
/** A problem that a candidate reported, with where their exam stood at that moment. */
export const examReport = z.object({
  id: uuid,
  kind: examReportKind,
  text: z.string(),
  at: time,
  /** How much of the exam had passed by its clock; null before the start. */
  minute: count.nullable(),
  /** The state of the environment, and its stage while it was built; null when there was none. */
  environment: z.object({ state: z.string(), stage: z.string().nullable() }).nullable(),
  answer: z.string().nullable(),
  answered_at: time.nullable(),
})
export type ExamReport = z.output<typeof examReport>
export const examReportAnswer = z.strictObject({
  version: z.int(),
  answer: text(4_000).refine((value) => value.trim() !== '', 'Write an answer. The candidate reads it'),
})
/** A report with who answered it. */
export const adminExamReport = examReport.extend({ answered_by: z.string().nullable(), version: z.int() })
export type AdminExamReport = z.output<typeof adminExamReport>

/** A small environment that was built before the exam, to see that all of it works. It ends by itself and counts nowhere. */
export const examPreflight = z.object({
  state: z.enum(['building', 'passed', 'failed']),
  stages: deployment.shape.stages,
  message: z.string().nullable(),
  asked_at: time,
  /** How long it took until it ran. */
  seconds: count.nullable(),
  /** Until when no other one can be built; null when one can. */
  again_at: time.nullable(),
})
export type ExamPreflight = z.output<typeof examPreflight>
