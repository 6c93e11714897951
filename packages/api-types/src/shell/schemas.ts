import { z } from 'zod'
import { count, line, slug, text, time } from '../contract/fields.ts'
import { cloud } from '../courses/schemas.ts'

export type { DefenseQuestion } from './defense.ts'

/** Maximum length of a shell line, in characters. */
export const MAX_SHELL_LINE = 16_000

/** A line as typed. It may contain line ends within quotes. */
export const shellLine = z.strictObject({ line: text(MAX_SHELL_LINE) })
/** Text before the cursor. */
export const shellPrefix = z.strictObject({ line: text(MAX_SHELL_LINE) })
export const shellCompletion = z.object({
  /** Start of the completed word within the line. */
  from: count,
  words: z.array(z.string()),
})
export type ShellCompletion = z.output<typeof shellCompletion>

export const shellFile = z.object({ path: z.string(), bytes: count })
export type ShellFile = z.output<typeof shellFile>
const files = z.array(shellFile)

/** State of a shell. Administrators impersonating the learner see neither its history nor its files. */
export const shell = z.object({
  cloud,
  /** Owner, location and limitations of the shell. */
  banner: z.string(),
  prompt: z.string(),
  history: z.array(z.string()),
  files,
  read_only: z.boolean(),
})
export type Shell = z.output<typeof shell>

export const shellAnswer = z.object({
  /** Plain text: line feeds and tabs are the only control characters. */
  output: z.string(),
  exit: z.int(),
  /** Whether to clear the screen first. */
  clear: z.boolean(),
  prompt: z.string(),
  files,
})
export type ShellAnswer = z.output<typeof shellAnswer>

export const shellDownload = z.strictObject({ path: z.string().min(1).max(500) })

/** Cloud log entry of one API call. */
export const cloudLogLine = z.object({
  id: z.string(),
  at: time,
  identity: z.string(),
  action: z.string(),
  resource: z.string(),
  source_ip: z.string(),
  /** The cloud's error code; null if the call succeeded. */
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
 * Defence part of a lab: the cloud's log of the learner's calls, and one question about it. `none`: the lab has no question; `closed` until its
 * required flags are solved; `empty` if the log contains no relevant calls.
 */
export const labDefense = z.object({
  state: z.enum(['none', 'closed', 'empty', 'open']),
  question: z.string().nullable(),
  rules: z.array(z.string()),
  /** Oldest first. */
  lines: z.array(cloudLogLine),
  answer: answer.nullable(),
  /** Shown after the right answer. */
  explanation: z.string().nullable(),
})
export type LabDefense = z.output<typeof labDefense>
/** The log line that should have raised an alarm, and the index of the chosen detection rule. */
export const labDefenseAnswer = z.strictObject({ line_id: line(80).min(1), rule: z.int().min(0).max(20) })

/** Lesson whose lab is rehearsed. */
export const rehearsalStart = z.strictObject({ course: slug, section: slug, lesson: slug })
const flagInRehearsal = z.object({ slug: z.string(), title: z.string(), question: z.string(), solved: z.boolean() })
export const rehearsal = z.object({
  /** The only key to the rehearsal. It is stored only in the page. */
  key: z.string(),
  ends_at: time,
  shell,
  /** Credentials provided by the lab. */
  credentials: z.array(z.object({ label: z.string(), value: z.string(), secret: z.boolean() })),
  outputs: z.record(z.string(), z.string()),
  flags: z.array(flagInRehearsal),
})
export type Rehearsal = z.output<typeof rehearsal>
const key = z.string().min(20).max(100)
export const rehearsalKey = z.strictObject({ key })
export const rehearsalLine = z.strictObject({ key, line: text(MAX_SHELL_LINE) })
export const rehearsalFlag = z.strictObject({ key, flag: text(500) })
/** Same as `labDefenseAnswer`. */
export const rehearsalDefenseAnswer = z.strictObject({ key, ...labDefenseAnswer.shape })
export const rehearsalFlagResult = z.object({ correct: z.boolean(), flags: z.array(flagInRehearsal) })

/** A command that learners typed in a lab's shell and that the simulation does not support. */
export const missingCommand = z.object({ command: z.string(), count, last_at: time })
