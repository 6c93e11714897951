import { type Command, type CommandName, decodeBytesToUtf8, defineCommand, getCommandNames } from 'just-bash'
import { aws } from '../aws/program.ts'
import { az } from '../azure/program.ts'
import { CommandError, type Commands, type ShellCommand } from '../command.ts'
import { gcloud } from '../gcp/program.ts'
import type { Session } from '../session.ts'
import type { ShellState } from '../world.ts'
import { archives } from './zip.ts'

/** just-bash programs that need binary files or a separate engine. */
const LEFT_OUT = ['sqlite3', 'xan', 'html-to-markdown', 'tar', 'gzip', 'gunzip', 'zcat', 'file', 'split']
export const programs = getCommandNames().filter((name) => !LEFT_OUT.includes(name)) as CommandName[]

/** Bash builtins that a learner may look for. */
const builtins = 'alias cd declare eval exit export help local read return set shift source test type unset'.split(' ')

const clouds = { aws: 'aws', azure: 'az', gcp: 'gcloud' }

/** `help` is a builtin, so a shell function of that name calls this command. */
export const HELP = 'simulated-help'

/** Commands that just-bash lacks, or that depend on the simulated account. */
export const ownCommands: Commands = {
  aws,
  az,
  gcloud,
  ...archives,
  clear: { about: 'empties the screen', run: ({ session }) => void session.clearScreen() },
  history: {
    about: 'lists the lines typed so far',
    run({ args: [first], session: { state }, out }) {
      if (first === '-c') state.history.length = 0
      for (const [at, line] of state.history.entries()) out(`${String(at + 1).padStart(5)}  ${line}\n`)
      return 0
    },
  },
  whoami: {
    about: 'the user of this shell',
    run: ({ session, out }) => void out(session.host.kind === 'terminal' ? 'learner\n' : 'root\n'),
  },
  id: {
    about: 'the user of this shell',
    run: ({ session, out }) =>
      void out(
        session.host.kind === 'terminal'
          ? 'uid=1000(learner) gid=1000(learner)\n'
          : 'uid=0(root) gid=0(root) groups=0(root)\n',
      ),
  },
  hostname: {
    about: 'the name of this machine',
    run: ({ session, out }) => void out(`${session.host.kind === 'terminal' ? 'desk' : session.host.resource.name}\n`),
  },
  uname: { about: 'the system', run: ({ out }) => void out('Linux\n') },
  printenv: {
    about: 'prints exported variables',
    run({ args, session: { state }, out }) {
      const names = args.length > 0 ? args : Object.keys(state.env).sort()
      const found = names.filter((name) => Object.hasOwn(state.env, name))
      for (const name of found) out(`${args.length > 0 ? '' : `${name}=`}${state.env[name]}\n`)
      return found.length === names.length ? 0 : 1
    },
  },
  which: {
    about: 'whether there is such a command',
    run({ args, out }) {
      const found = args.filter((name) => allNames.includes(name))
      for (const name of found) out(`/usr/bin/${name}\n`)
      return found.length === args.length ? 0 : 1
    },
  },
  yes: {
    about: 'repeats a word; here as often as fits',
    run({ args, out, session }) {
      const line = `${args.join(' ') || 'y'}\n`
      out(line.repeat(Math.floor(session.budget.limits.output / 4 / line.length)))
      return 0
    },
  },
  [HELP]: {
    about: 'lists the commands',
    run({ session, out }) {
      const others = Object.values(clouds).filter((one) => one !== clouds[session.world.cloud])
      const own = Object.entries(ownCommands).filter(([name]) => name !== HELP && !others.includes(name))
      const rest = allNames.filter((name) => !Object.hasOwn(ownCommands, name))
      out(
        `This shell runs in a simulated account and reaches nothing else. Its commands:\n\n${own.map(([name, { about }]) => `  ${name.padEnd(10)} ${about}\n`).join('')}\n${columns(rest)}\nPipes, files (> >> <), variables, $( ), functions and loops work as in bash. Use --help with a command to read more.\n`,
      )
      return 0
    },
  },
}

/** Names of all commands in a simulated shell. */
export const allNames = [...new Set([...programs, ...builtins, ...Object.keys(ownCommands), 'curl'])]
  .filter((name) => name !== HELP)
  .sort()

function columns(names: string[]): string {
  const width = Math.max(...names.map(({ length }) => length)) + 2
  const each = Math.floor(78 / width)
  const rows = Array.from({ length: Math.ceil(names.length / each) }, (_, row) =>
    names.slice(row * each, (row + 1) * each).map((name) => name.padEnd(width)),
  )
  return rows.map((row) => `  ${row.join('').trimEnd()}\n`).join('')
}

/** Adapts one of our commands to just-bash. */
export const asBashCommand = (session: Session, name: string, command: ShellCommand): Command =>
  defineCommand(name, (args, { stdin, exportedEnv = {}, cwd }) =>
    runOwn(session, name === HELP ? 'help' : name, command, args, {
      stdin: decodeBytesToUtf8(stdin),
      env: { ...exportedEnv },
      cwd,
    }),
  )

/** Words and single quotes, which a shell would pass on unchanged. */
const PLAIN = /^(?:[\w@%+=:,./-]|'[^']*'| )+$/
const isAssignment = (word: string) => /^[A-Za-z_]\w*=/.test(word)

/** Runs a plain cloud command, as most lines are, without starting a shell. Returns undefined if the line needs a shell. */
export function runPlain(session: Session, line: string): ReturnType<typeof runOwn> | undefined {
  if (!PLAIN.test(line)) return undefined
  const words = (line.match(/(?:[^ ']|'[^']*')+/g) ?? []).map((word) => word.replaceAll("'", ''))
  const at = words.findIndex((word) => !isAssignment(word))
  const name = words[at] ?? ''
  const command = Object.values(clouds).includes(name) ? ownCommands[name] : undefined
  if (!command) return undefined
  const { state } = session
  const given = words.slice(0, at).map((word) => word.split(/=(.*)/s).slice(0, 2))
  const env = { ...state.env, ...Object.fromEntries(given) }
  return runOwn(session, name, command, words.slice(at + 1), { stdin: '', env, cwd: state.cwd })
}

async function runOwn(
  session: Session,
  name: string,
  command: ShellCommand,
  args: string[],
  { stdin, env, cwd }: Pick<ShellState, 'env' | 'cwd'> & { stdin: string },
) {
  const printed = { stdout: '', stderr: '', stdoutKind: 'text' as const }
  try {
    session.budget.step()
    const exit = await command.run({
      name,
      args,
      stdin,
      session: session.seenBy({ env, cwd }),
      out: (text) => {
        session.budget.assertFits(printed.stdout.length + text.length)
        printed.stdout += text
      },
      err: (text) => {
        printed.stderr += text
      },
    })
    return { ...printed, exitCode: exit ?? 0 }
  } catch (error) {
    if (error instanceof CommandError)
      return { ...printed, stderr: `${printed.stderr}${name}: ${error.message}\n`, exitCode: error.exit }
    // Any other error is not a result of the command: it ends the line.
    session.stop(error as Error)
    return { ...printed, exitCode: 1 }
  }
}
