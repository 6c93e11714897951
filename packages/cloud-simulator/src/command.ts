import type { Session } from './session.ts'
/** One running command of the shell. */
export interface Call {
  /** Name it was called by. */
  name: string
  args: string[]
  stdin: string
  session: Session
  out(text: string): void
  err(text: string): void
}

export interface ShellCommand {
  /** One line for `help`. */
  about: string
  /** Exit code; undefined means 0. */
  run(call: Call): number | undefined | Promise<number>
  /** Completions for the words typed so far. */
  complete?(session: Session, words: string[]): string[]
}

export type Commands = Readonly<Record<string, ShellCommand>>

/** An error in the learner's command, printed as `name: message`, with its exit code. */
export class CommandError extends Error {
  readonly exit: number

  constructor(message: string, exit = 1) {
    super(message)
    this.name = 'CommandError'
    this.exit = exit
  }
}
