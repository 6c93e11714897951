import { LimitReached } from '../budget.ts'
import { Session } from '../session.ts'
import type { Answer, Limits, Run, ShellState, World } from '../world.ts'
import { runBash } from './bash.ts'
import { runPlain } from './commands.ts'
/** Runs one or several lines of a learner's shell in a world. Deterministic for the same arguments, unless the line uses random numbers. */
export async function runLine(world: World, state: ShellState, line: string, run: Run): Promise<Answer> {
  const session = Session.open(world, state, run, runScript)
  const { output, errors } = await typed(session, line)
  return {
    output: neutralized(output + (errors && output && !output.endsWith('\n') ? '\n' : '') + errors),
    exit: session.state.exit,
    clear: session.isCleared,
    state: session.state,
    world: session.world,
    effects: session.effects,
    log: session.log,
    missing: [...session.missing],
  }
}

async function typed(session: Session, line: string): Promise<{ output: string; errors: string }> {
  const { limits } = session.budget
  if (line.length > limits.line) {
    session.state.exit = 1
    return { output: '', errors: `A line may have ${limits.line.toLocaleString('en-US')} characters.\n` }
  }
  if (line.trim() === '') return { output: '', errors: '' }
  remember(session, line)
  const { output, errors, isLeft } = await runScript(session, line)
  return { output, errors: errors || (isLeft ? 'This shell stays open until the lab ends.\n' : '') }
}

/** Runs a script of the learner, or one that the cloud runs on a machine, in a function or in a build. */
async function runScript(session: Session, script: string) {
  const ran = await runAny(session, script).catch((error: Error) => {
    session.stop(error)
    return { output: '', errors: '', exit: 1, isLeft: false }
  })
  const { stopped, budget, state } = session
  const limit = stopped.aborted
    ? sentenceOf(stopped.reason)
    : ran.exit === LIMIT_EXIT && limitSentence(ran.output + ran.errors, budget.limits)
  const output = lackingSaid(session, ran.output)
  if (!limit) return { ...ran, output, errors: lackingSaid(session, ran.errors) }
  state.exit = 1
  return { ...ran, output: output.replace(LIMIT, ''), errors: `${limit}\n`, exit: 1 }
}

async function runAny(session: Session, script: string): ReturnType<typeof runBash> {
  const plain = session.host.kind === 'terminal' ? await runPlain(session, script) : undefined
  if (!plain) return runBash(session, script)
  session.state.exit = plain.exitCode
  return { output: plain.stderr + plain.stdout, errors: '', exit: plain.exitCode, isLeft: false }
}

/** Message for a line that our own code ended. Rethrows errors that are not meant for a learner. */
function sentenceOf(reason: unknown): string {
  if (reason instanceof LimitReached) return reason.message
  if (reason instanceof RangeError) return 'Stopped: something in this line is nested too deep, or too long.'
  throw reason
}

/** Exit code of just-bash when one of its limits is exceeded. */
const LIMIT_EXIT = 126
/** The last line of the output in that case. */
const LIMIT = /(?:^|(?<=\n))(?:bash: )?([^\n]*(?:exceeded|too many)[^\n]*)\n?$/

function limitSentence(answer: string, { steps, output }: Limits): string | undefined {
  const [, reason] = LIMIT.exec(answer) ?? []
  if (reason === undefined) return undefined
  if (reason.includes('too many commands'))
    return `Stopped: one line may run ${steps} commands. Is there a loop without an end?`
  if (reason.includes('output size')) return `Stopped: one line may print ${output.toLocaleString('en-US')} characters.`
  if (reason.includes('brace')) return 'Stopped: braces may expand to 10,000 words at most.'
  return `Stopped: ${reason.replace(/, increase executionLimits\.\w+/, '')}.`
}

/** Reports and counts unsupported commands. */
const lackingSaid = ({ missing }: Session, text: string): string =>
  text.replace(/^bash: (?:line \d+: )?(.+): command not found$/gm, (_, name: string) => {
    missing.add(name.slice(0, 100))
    return `${name}: this command is not in this simulation. “help” lists those that are.`
  })

function remember({ state, budget }: Session, line: string) {
  state.history.push(line)
  state.history = state.history.slice(-budget.limits.history)
  while (state.history.length > 1 && state.history.reduce((sum, one) => sum + one.length, 0) > HISTORY_LENGTH)
    state.history.shift()
}
const HISTORY_LENGTH = 100_000

/**
 * Makes text safe for a terminal: characters that would move the cursor, change colours, rename the window or reverse the writing direction are shown
 * as a symbol instead.
 */
export const neutralized = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (sign) => `^${String.fromCharCode(sign.charCodeAt(0) ^ 64)}`)
    .replace(
      /[\u0080-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
      (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    )
    .toWellFormed()
