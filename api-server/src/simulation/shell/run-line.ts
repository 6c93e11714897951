import { LimitReached } from '../budget.ts'
import { Session } from '../session.ts'
import type { Answer, Run, ShellState, World } from '../world.ts'
import { commands } from './commands.ts'
import { collector, Executor, Leave } from './execute.ts'
import { neutralized } from './neutralize.ts'
import { parse } from './parse.ts'
import { ShellSyntaxError } from './syntax.ts'
/** Runs one line (or several at once) of a learner's shell in a world. The same arguments give the same answer. */
export function runLine(world: World, state: ShellState, line: string, run: Run): Answer {
  const session = Session.open(world, state, run, runScript)
  const printed = collector(session)
  const said = guarded(session, () => {
    if (line.length > session.budget.limits.line)
      throw new LimitReached(`A line may have ${session.budget.limits.line.toLocaleString('en-US')} characters.`)
    remember(session, line)
    const streams = { stdin: '', write: (_: 1 | 2, text: string) => printed.add(text) }
    session.state.exit = new Executor(commands).script(session, parse(line), streams)
  })
  const output = neutralized(printed.text())
  return {
    output: output + (said && output && !output.endsWith('\n') ? '\n' : '') + said,
    exit: session.state.exit,
    clear: session.isCleared,
    state: session.state,
    world: session.world,
    effects: session.effects,
    log: session.log,
    missing: [...session.missing],
  }
}

/** Does the work of a line; what ends it early is said in a sentence. */
function guarded(session: Session, work: () => void): string {
  const end = (exit: number, message = '') => {
    session.state.exit = exit
    return message && `${neutralized(message)}\n`
  }
  try {
    work()
    return ''
  } catch (error) {
    if (error instanceof ShellSyntaxError) return end(2, error.message)
    if (error instanceof LimitReached) return end(1, error.message)
    if (error instanceof Leave)
      return error.how === 'exit' ? end(error.code, 'This shell stays open until the lab ends.') : end(0)
    if (error instanceof RangeError) return end(1, 'Stopped: something in this line is nested too deep, or too long.')
    throw error
  }
}

/** A script that the cloud runs for somebody: on a machine, in a function, in a build. */
function runScript(session: Session, script: string) {
  const printed = { 1: collector(session), 2: collector(session) }
  const said = guarded(session, () => {
    const streams = { stdin: '', write: (to: 1 | 2, text: string) => printed[to].add(text) }
    session.state.exit = new Executor(commands).script(session, parse(script), streams)
  })
  return { output: printed[1].text(), errors: printed[2].text() + said, exit: session.state.exit }
}

function remember({ state, budget }: Session, line: string) {
  if (line.trim() === '') return
  state.history.push(line)
  state.history = state.history.slice(-budget.limits.history)
  while (state.history.length > 1 && state.history.reduce((sum, one) => sum + one.length, 0) > HISTORY_LENGTH)
    state.history.shift()
}
const HISTORY_LENGTH = 100_000
