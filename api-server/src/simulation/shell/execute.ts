import { LimitReached } from '../budget.ts'
import { CommandError, type Commands } from '../desk/command.ts'
import { assertWritable, readFile } from '../desk/files.ts'
import { absolute, isFolder } from '../desk/paths.ts'
import type { Session } from '../session.ts'
import { type Capture, expandWord, expandWords } from './expand.ts'
import {
  type Chain,
  type Command,
  type Pipeline,
  type Redirect,
  type Script,
  ShellSyntaxError,
  type Simple,
} from './syntax.ts'
/** Where a command reads from and writes to. */
export interface Streams {
  stdin: string
  write(to: 1 | 2, text: string): void
}

/** `break`, `continue` and `exit` on their way out. */
export class Leave extends Error {
  readonly how: 'break' | 'continue' | 'exit'
  readonly code: number

  constructor(how: Leave['how'], code = 0) {
    super(how)
    this.how = how
    this.code = code
  }
}

/** Runs what was parsed. Commands of a pipe run one after another, each on all that the one before it printed. */
export class Executor {
  private readonly commands: Commands

  constructor(commands: Commands) {
    this.commands = commands
  }

  script(session: Session, { chains }: Script, streams: Streams): number {
    for (const chain of chains) session.state.exit = this.chain(session, chain, streams)
    return session.state.exit
  }

  private chain(session: Session, { first, rest }: Chain, streams: Streams): number {
    let exit = this.pipeline(session, first, streams)
    for (const { when, pipeline } of rest)
      if ((exit === 0) === (when === '&&')) {
        session.state.exit = exit
        exit = this.pipeline(session, pipeline, streams)
      }
    return exit
  }

  private pipeline(session: Session, { negated, commands }: Pipeline, streams: Streams): number {
    let stdin = streams.stdin
    let exit = 0
    for (const [at, command] of commands.entries()) {
      if (at === commands.length - 1) exit = this.command(session, command, { ...streams, stdin })
      else {
        const held = collector(session)
        // What a command of a pipe sets is gone behind it, as in a process of its own.
        this.command(session.apart(), command, {
          stdin,
          write: (to, text) => (to === 1 ? held.add(text) : streams.write(2, text)),
        })
        stdin = held.text()
      }
    }
    return negated ? Number(exit === 0) : exit
  }

  private command(session: Session, command: Command, streams: Streams): number {
    session.budget.step()
    return this.saying(streams, () =>
      this.redirected(session, command.redirects, streams, (inner) =>
        this.saying(inner, () => this.kind(session, command, inner)),
      ),
    )
  }

  /** Runs work; what is wrong with the learner's command is printed where its errors go. */
  private saying(streams: Streams, work: () => number): number {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof CommandError) && !(error instanceof ShellSyntaxError)) throw error
      streams.write(2, `${error.message}\n`)
      return error instanceof CommandError ? error.exit : 2
    }
  }

  private kind(session: Session, command: Command, streams: Streams): number {
    if (command.kind === 'simple') return this.simple(session, command, streams)
    if (command.kind === 'group')
      return command.isolated
        ? this.isolated(session, command.body, streams)
        : this.script(session, command.body, streams)
    if (command.kind === 'if') {
      for (const { test, body } of command.branches)
        if (this.script(session, test, streams) === 0) return this.script(session, body, streams)
      return command.otherwise ? this.script(session, command.otherwise, streams) : 0
    }
    if (command.kind === 'for') {
      const values = expandWords(session, command.words, this.capture(session, streams))
      return this.loop(session, streams, command.body, () => {
        const value = values.shift()
        if (value === undefined) return false
        setVariable(session, command.name, value)
        return true
      })
    }
    return this.loop(
      session,
      streams,
      command.body,
      () => (this.script(session, command.test, streams) === 0) !== command.until,
    )
  }

  private isolated(session: Session, body: Script, streams: Streams): number {
    try {
      return this.script(session.apart(), body, streams)
    } catch (error) {
      if (error instanceof Leave && error.how === 'exit') return error.code
      throw error
    }
  }

  private loop(session: Session, streams: Streams, body: Script, goesOn: () => boolean): number {
    let exit = 0
    while (goesOn()) {
      session.budget.step()
      try {
        exit = this.script(session, body, streams)
      } catch (error) {
        if (!(error instanceof Leave) || error.how === 'exit') throw error
        if (error.how === 'break') break
      }
    }
    return exit
  }

  private simple(session: Session, { assignments, words }: Simple, streams: Streams): number {
    const capture = this.capture(session, streams)
    const [name, ...args] = expandWords(session, words, capture)
    const values = assignments.map((one) => [one.name, expandWord(session, one.value, capture)] as const)
    if (name === undefined) {
      for (const [variable, value] of values) setVariable(session, variable, value)
      return words.length === 0 && assignments.some(({ value }) => value.some((one) => one.kind === 'command'))
        ? session.state.exit
        : 0
    }
    const before = { ...session.state.env }
    for (const [variable, value] of values) session.state.env[variable] = value
    try {
      return this.call(session, name, args, streams)
    } finally {
      if (values.length > 0)
        for (const [variable] of values) {
          const value = Object.hasOwn(before, variable) ? before[variable] : undefined
          if (value === undefined) delete session.state.env[variable]
          else session.state.env[variable] = value
        }
    }
  }

  private call(session: Session, name: string, args: string[], streams: Streams): number {
    const command = Object.hasOwn(this.commands, name) ? this.commands[name] : undefined
    if (!command) {
      if (name.includes('/'))
        throw new CommandError(`${name}: there are no programs to run by their path in this simulation`, 127)
      session.missing.add(name.slice(0, 100))
      throw new CommandError(`${name}: this command is not in this simulation. “help” lists those that are.`, 127)
    }
    try {
      return (
        command.run({
          name,
          args,
          stdin: streams.stdin,
          session,
          out: (text) => streams.write(1, text),
          err: (text) => streams.write(2, text),
        }) ?? 0
      )
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(`${name}: ${error.message}`, error.exit)
    }
  }

  /** What a script prints, for `$( … )`; its errors go where those of the whole line go. */
  private capture(session: Session, streams: Streams): Capture {
    return (script) => {
      const held = collector(session)
      const inner = session.apart()
      const write: Streams['write'] = (to, text) => (to === 1 ? held.add(text) : streams.write(2, text))
      session.state.exit = this.isolated(inner, script, { stdin: '', write })
      return held.text()
    }
  }

  private redirected(
    session: Session,
    redirects: Redirect[],
    outer: Streams,
    work: (streams: Streams) => number,
  ): number {
    if (redirects.length === 0) return work(outer)
    const capture = this.capture(session, outer)
    const files = new Map<string, ReturnType<typeof collector>>()
    const targets: Record<1 | 2, (text: string) => void> = {
      1: (text) => outer.write(1, text),
      2: (text) => outer.write(2, text),
    }
    let { stdin } = outer
    const sink = (text: string) => session.budget.spend(text.length)
    for (const { from, kind, word } of redirects) {
      if (kind === 'same-as-1') targets[from] = targets[1]
      else if (kind === 'same-as-2') targets[from] = targets[2]
      else {
        const target = expandWord(session, word, capture)
        if (kind === 'text') stdin = target
        else if (kind === 'read') stdin = readFile(session, target)
        else {
          const path = absolute(session.state, target)
          const into = path === '/dev/null' ? sink : openFile(session, path, target, kind === 'append', files)
          if (kind === 'both') targets[1] = into
          targets[kind === 'both' ? 2 : from] = into
        }
      }
    }
    try {
      return work({ stdin, write: (to, text) => targets[to](text) })
    } finally {
      for (const [path, held] of files) session.writeFile(path, held.text())
    }
  }
}

function openFile(
  session: Session,
  path: string,
  name: string,
  appends: boolean,
  files: Map<string, ReturnType<typeof collector>>,
) {
  if (isFolder(session.state, path)) throw new CommandError(`${name}: Is a directory`)
  assertWritable(path, name)
  const held = files.get(path) ?? collector(session)
  if (appends && !files.has(path))
    held.add((Object.hasOwn(session.state.files, path) && session.state.files[path]) || '')
  files.set(path, held)
  return (text: string) => held.add(text)
}

function setVariable({ state, budget }: Session, name: string, value: string) {
  const kept = Object.hasOwn(state.env, name) ? state.env : state.variables
  if (!Object.hasOwn(kept, name) && Object.keys(kept).length >= MOST_VARIABLES)
    throw new LimitReached(`This shell keeps ${MOST_VARIABLES} variables. Remove some with unset.`)
  const held = [state.env, state.variables]
    .flatMap((one) => Object.values(one))
    .reduce((sum, text) => sum + text.length, 0)
  if (held + value.length > budget.limits.files)
    throw new LimitReached('The variables of this shell hold too much. Remove some with unset.')
  kept[name] = value
}
const MOST_VARIABLES = 200

export { setVariable }

/** Holds what is printed, up to the bound of the line. */
export function collector(session: Session) {
  const parts: string[] = []
  let length = 0
  return {
    add(text: string) {
      length += text.length
      session.budget.assertFits(length)
      session.budget.spend(text.length)
      parts.push(text)
    },
    text: () => parts.join(''),
  }
}
