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
  run(call: Call): number | undefined
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

/** Options of a small Unix command: single letters, those of `valued` with a value; the rest are operands. */
export function readFlags(
  args: string[],
  known: string,
  valued = '',
): { has: Set<string>; value: Record<string, string>; rest: string[] } {
  const has = new Set<string>()
  const value: Record<string, string> = {}
  const rest: string[] = []
  let plain = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (plain || !/^-[A-Za-z0-9]/.test(arg)) {
      if (arg === '--' && !plain) plain = true
      else rest.push(arg)
      continue
    }
    for (let n = 1; n < arg.length; n++) {
      const letter = arg[n] ?? ''
      if (valued.includes(letter)) {
        value[letter] = arg.slice(n + 1) || (args[++at] ?? '')
        break
      }
      if (!known.includes(letter)) throw new CommandError(`the option -${letter} is not in this simulation`, 2)
      has.add(letter)
    }
  }
  return { has, value, rest }
}
