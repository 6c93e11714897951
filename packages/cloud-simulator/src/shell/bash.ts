import { Bash, defineCommand, type ResolvedCommandContext } from 'just-bash'
import { LimitReached } from '../budget.ts'
import { curlFor } from '../http/curl.ts'
import type { Session } from '../session.ts'
import type { Limits, ShellState } from '../world.ts'
import { asBashCommand, HELP, ownCommands, programs } from './commands.ts'
import { ShellFiles } from './files.ts'
import { greps } from './grep.ts'
import { onTerminal, statementsOf } from './terminal.ts'

/** Internal commands wrapped around a script. */
const BEGIN = 'simulated-begin'
const END = 'simulated-end'
const FRAME_COMMANDS = 3

const NOTHING = { stdout: '', stderr: '', exitCode: 0 }

interface Ran {
  /** Printed text. At the learner's terminal it includes errors, as in a terminal. */
  output: string
  errors: string
  exit: number
  /** Whether the script ended early, as with `exit`. Variables it set are lost then. */
  isLeft: boolean
}

/** Runs a script on a host of the account, and stores the state it leaves. */
export async function runBash(session: Session, script: string): Promise<Ran> {
  const { state, host } = session
  const { fetch, curl } = curlFor(session)
  const files = new ShellFiles(session)
  let left: Left | undefined
  const bash = new Bash({
    fs: files,
    cwd: state.cwd,
    env: { ...state.env, PWD: state.cwd },
    commands: programs,
    customCommands: [
      ...Object.entries(ownCommands).map(([name, command]) => asBashCommand(session, name, command)),
      curl,
      ...greps,
      defineCommand('date', async (args, { origCommand }) => {
        const isAsked = args.some((one) => /^(-d|--date)/.test(one))
        const now = isAsked ? [] : ['-d', `@${Math.floor(session.now.getTime() / 1000)}`]
        return (await origCommand?.([...now, ...args])) ?? NOTHING
      }),
      // The original lists all variables, exported or not.
      defineCommand('env', async (args, { origCommand, exportedEnv = {} }) =>
        args.length > 0 ? ((await origCommand?.(args)) ?? NOTHING) : { ...NOTHING, stdout: listed(exportedEnv) },
      ),
      defineCommand(BEGIN, async (_, { env }) => {
        for (const [name, value] of Object.entries(state.variables)) env.set(name, value)
        return { stdout: '', stderr: '', exitCode: state.exit }
      }),
      defineCommand(END, async ([exit], context) => {
        left = leftIn(context)
        return { stdout: '', stderr: '', exitCode: Number(exit) }
      }),
    ],
    fetch,
    // Sleeping takes no time in a simulated shell.
    sleep: async () => {},
    executionLimitProfile: 'hardened',
    executionLimits: limitsOf(session.budget.limits),
    processInfo: host.kind === 'terminal' ? { pid: 4242, uid: 1000, gid: 1000 } : { pid: 4242, uid: 0, gid: 0 },
  })
  let isFramed = false
  bash.registerTransformPlugin({
    name: 'frame',
    transform: ({ ast }) => {
      // Scripts run by the script also pass through here.
      if (isFramed) return { ast }
      isFramed = true
      const before = statementsOf(`help() { ${HELP} "$@"; }; ${BEGIN}`)
      const script = host.kind === 'terminal' ? onTerminal(ast.statements) : ast.statements
      return { ast: { ...ast, statements: [...before, ...script, ...statementsOf(`${END} $?`)] } }
    },
  })
  const { stdout, stderr, exitCode } = await bash.exec(script, { rawScript: true, signal: session.stopped })
  if (left && isFramed) keep(session, left)
  state.exit = exitCode
  return { output: files.terminal.text + stdout, errors: stderr, exit: exitCode, isLeft: isFramed && !left }
}

const listed = (env: Record<string, string>) =>
  Object.entries(env)
    .sort()
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Variables and working folder at the end of a script. */
type Left = Pick<ShellState, 'env' | 'variables' | 'cwd'>

/** Variables set by the interpreter itself. */
const INTERPRETERS =
  /^(IFS|OSTYPE|MACHTYPE|HOSTTYPE|HOSTNAME|PWD|OPTIND|OPTARG|SHELLOPTS|BASHOPTS|PIPESTATUS|_|BASH_\w*)$/

function leftIn({ env, exportedEnv = {}, cwd }: ResolvedCommandContext): Left {
  const exported = (name: string) => Object.hasOwn(exportedEnv, name)
  const entries = [...env].filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && !INTERPRETERS.test(name))
  return {
    env: Object.fromEntries(entries.filter(([name]) => exported(name))),
    variables: Object.fromEntries(entries.filter(([name]) => !exported(name))),
    cwd,
  }
}

function keep({ state, budget }: Session, left: Left) {
  const values = [left.env, left.variables].flatMap((one) => Object.values(one))
  if (values.length > MAX_VARIABLES)
    throw new LimitReached(`This shell keeps ${MAX_VARIABLES} variables. Remove some with unset.`)
  if (values.reduce((sum, one) => sum + one.length, 0) > budget.limits.files)
    throw new LimitReached('The variables of this shell hold too much. Remove some with unset.')
  Object.assign(state, left)
}
const MAX_VARIABLES = 200

/** just-bash limits bytes where ours limit characters of at most four bytes each, so one limit implies the other. */
const limitsOf = ({ steps, output, work }: Limits) => ({
  maxCommandCount: steps + FRAME_COMMANDS,
  maxLoopIterations: MAX_ROUNDS,
  maxAwkIterations: MAX_ROUNDS,
  maxSedIterations: MAX_ROUNDS,
  maxJqIterations: MAX_ROUNDS,
  maxOutputSize: output,
  maxStringLength: 4 * output,
  maxHeredocSize: 4 * output,
  maxWorkUnits: work,
  maxSubstitutionDepth: 20,
  maxCallDepth: 50,
  maxExecDepth: 20,
})
/** Maximum number of iterations within a shell program: numbers of `seq`, steps of a jq filter. */
const MAX_ROUNDS = 100_000
