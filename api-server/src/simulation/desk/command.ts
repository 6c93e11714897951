import type { Session } from '../session.ts'
/** One command of the shell at work. */
export interface Call {
  /** The name by which it was called. */
  name: string
  args: string[]
  stdin: string
  session: Session
  out(text: string): void
  err(text: string): void
}

export interface ShellCommand {
  /** For `help`: one line. */
  about: string
  /** How it ends; nothing is 0. */
  run(call: Call): number | undefined | Promise<number>
  /** Words that could follow those typed so far. */
  complete?(session: Session, words: string[]): string[]
}

export type Commands = Readonly<Record<string, ShellCommand>>

/** A fault of the learner's command, said as `name: message` with the code that it ends with. */
export class CommandError extends Error {
  readonly exit: number

  constructor(message: string, exit = 1) {
    super(message)
    this.name = 'CommandError'
    this.exit = exit
  }
}
