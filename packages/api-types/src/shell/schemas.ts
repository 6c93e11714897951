import { z } from 'zod'
import { count, line, slug, text, time } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'

export type { DefenseQuestion } from './defense.ts'

/** Most characters of a line. */
export const MAX_SHELL_LINE = 16_000

/** A line as it is typed. Line ends within quotes belong to it. */
export const shellLine = z.strictObject({ line: text(MAX_SHELL_LINE) })
/** What stands before the cursor. */
export const shellPrefix = z.strictObject({ line: text(MAX_SHELL_LINE) })
export const shellCompletion = z.object({
  /** Where in the line the completed word begins. */
  from: count,
  words: z.array(z.string()),
})
export type ShellCompletion = z.output<typeof shellCompletion>

export const shellFile = z.object({ path: z.string(), bytes: count })
export type ShellFile = z.output<typeof shellFile>
const files = z.array(shellFile)

/** A shell as it stands. Whoever only looks on as its learner is shown neither its history nor its files. */
export const shell = z.object({
  cloud,
  /** Whose shell it is, where it is, and what it is not. */
  banner: z.string(),
  prompt: z.string(),
  history: z.array(z.string()),
  files,
  read_only: z.boolean(),
})
export type Shell = z.output<typeof shell>

/** What a line led to. */
export const shellAnswer = z.object({
  /** Text alone: line feeds and tabs are its only control characters. */
  output: z.string(),
  exit: z.int(),
  /** Whether the screen is emptied first. */
  clear: z.boolean(),
  prompt: z.string(),
  files,
})
export type ShellAnswer = z.output<typeof shellAnswer>

export const shellDownload = z.strictObject({ path: z.string().min(1).max(500) })

/** What the cloud wrote down of one action. */
export const cloudLogLine = z.object({
  id: z.string(),
  at: time,
  identity: z.string(),
  action: z.string(),
  resource: z.string(),
  source_ip: z.string(),
  /** The cloud's word for its refusal; null when the call went through. */
  error: z.string().nullable(),
})
export type CloudLogLine = z.output<typeof cloudLogLine>

const answer = z.object({
  line_id: z.string(),
  rule: count,
  line_right: z.boolean(),
  rule_right: z.boolean(),
  at: time,
})
/**
 * The defender's side of a lab: what the cloud wrote down of its learner, and one question about it. `none`: the lab asks nothing;
 * `closed` until its required flags are solved; `empty` where the log shows nothing of what it asks for.
 */
export const labDefense = z.object({
  state: z.enum(['none', 'closed', 'empty', 'open']),
  question: z.string().nullable(),
  rules: z.array(z.string()),
  /** Oldest first. */
  lines: z.array(cloudLogLine),
  /** What was answered last. */
  answer: answer.nullable(),
  /** Told once the answer is right. */
  explanation: z.string().nullable(),
})
export type LabDefense = z.output<typeof labDefense>
/** The line that should have raised the alarm, and the rule by its place among those that are offered. */
export const labDefenseAnswer = z.strictObject({ line_id: line(80).min(1), rule: z.int().min(0).max(20) })

/** The lesson whose lab is rehearsed. */
export const rehearsalStart = z.strictObject({ course: slug, section: slug, lesson: slug })
const flagInRehearsal = z.object({ slug: z.string(), title: z.string(), question: z.string(), solved: z.boolean() })
export type FlagInRehearsal = z.output<typeof flagInRehearsal>
export const rehearsal = z.object({
  /** Opens it, and nothing else does: it is kept in the page alone. */
  key: z.string(),
  ends_at: time,
  shell,
  /** What the lab hands out. */
  credentials: z.array(z.object({ label: z.string(), value: z.string(), secret: z.boolean() })),
  outputs: z.record(z.string(), z.string()),
  flags: z.array(flagInRehearsal),
})
export type Rehearsal = z.output<typeof rehearsal>
const key = z.string().min(20).max(100)
export const rehearsalKey = z.strictObject({ key })
export const rehearsalLine = z.strictObject({ key, line: text(MAX_SHELL_LINE) })
export const rehearsalFlag = z.strictObject({ key, flag: text(500) })
/** As `labDefenseAnswer`. */
export const rehearsalDefenseAnswer = z.strictObject({ key, ...labDefenseAnswer.shape })
export const rehearsalFlagResult = z.object({ correct: z.boolean(), flags: z.array(flagInRehearsal) })

/** What learners typed in the shell of a lab that the simulation lacks. */
export const missingCommand = z.object({ command: z.string(), count, last_at: time })
export type MissingCommand = z.output<typeof missingCommand>
