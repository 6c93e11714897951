import { z } from 'zod'
import { line, time, uuid } from '../contract/fields.ts'
import { examFlag, myExamDetails } from './schemas.ts'

/** Support requests access to a candidate's room. The administrator proves their identity. */
export const roomAsk = z.strictObject({
  reason: line(500).min(1, 'Give a reason. The candidate will read it'),
  /** Confirmed by another administrator, or with a code that is mailed to the candidate. */
  confirm_by: z.enum(['administrator', 'code']),
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
/** Code that the candidate received by mail and passed on to support. */
export const roomCode = z.strictObject({ code: z.string().min(1).max(20) })
export const roomOpening = z.object({
  id: uuid,
  attempt_id: uuid,
  state: z.enum(['waiting', 'open', 'ended', 'expired']),
  confirm_by: z.enum(['administrator', 'code']),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: time,
  /** Deadline for confirmation. */
  confirm_until: time,
  /** The second administrator; null if confirmed with the candidate's code, or not confirmed yet. */
  confirmed_by: z.string().nullable(),
  opened_at: time.nullable(),
  open_until: time.nullable(),
  ended_at: time.nullable(),
  /** Actions available to the caller. */
  allowed: z.array(z.enum(['confirm', 'enter_code', 'look', 'end'])),
})
export type RoomOpening = z.output<typeof roomOpening>
/** A candidate's room as support sees it: without anything that grants access to the environment. */
export const supportRoom = z.object({
  opening: roomOpening,
  username: z.string(),
  full_name: z.string(),
  room: myExamDetails,
  flags: z.array(examFlag),
})
export type SupportRoom = z.output<typeof supportRoom>
