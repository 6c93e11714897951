import { type Call, CommandError, type Commands, readFlags } from '../desk/command.ts'
import { assertWritable, readFile } from '../desk/files.ts'
import { absolute, isFolder, namesIn } from '../desk/paths.ts'
import { Leave, setVariable } from './execute.ts'
import { variable } from './expand.ts'
/** Commands that a shell has without any program. */
export const builtins: Commands = {
  echo: {
    about: 'prints its words',
    run({ args, out }) {
      const words = [...args]
      const flags = new Set<string>()
      while (/^-[neE]+$/.test(words[0] ?? '')) for (const letter of words.shift()?.slice(1) ?? '') flags.add(letter)
      const text = words.join(' ')
      out((flags.has('e') ? unescaped(text) : text) + (flags.has('n') ? '' : '\n'))
      return 0
    },
  },
  printf: { about: 'prints its words by a pattern', run: printf },
  cd: {
    about: 'changes the folder',
    run({ args: [to = '~'], session: { state } }) {
      const path = absolute(state, to === '-' ? (state.variables.OLDPWD ?? '~') : to)
      if (!isFolder(state, path)) throw new CommandError(`${to}: No such file or directory`)
      state.variables.OLDPWD = state.cwd
      state.cwd = path
      return 0
    },
  },
  pwd: { about: 'prints the folder', run: ({ session, out }) => void out(`${session.state.cwd}\n`) },
  export: {
    about: 'makes variables visible to commands',
    run({ args, session }) {
      const { state } = session
      for (const arg of args.filter((one) => one !== '-n')) {
        const [, name, value] = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(arg) ?? []
        if (!name) throw new CommandError(`\`${arg}': not a valid identifier`)
        const kept = value ?? variable(session, name)
        delete state.variables[name]
        state.env[name] = ''
        setVariable(session, name, kept)
      }
      return 0
    },
  },
  unset: {
    about: 'forgets variables',
    run({ args, session: { state } }) {
      for (const name of args) {
        delete state.env[name]
        delete state.variables[name]
      }
      return 0
    },
  },
  env: { about: 'lists the exported variables', run: printEnvironment },
  printenv: { about: 'lists the exported variables', run: printEnvironment },
  set: { about: 'options of the shell: they change nothing here', run: () => 0 },
  history: {
    about: 'lists the lines typed so far',
    run({ args: [first], session: { state }, out }) {
      if (first === '-c') state.history = []
      for (const [at, line] of state.history.entries()) out(`${String(at + 1).padStart(5)}  ${line}\n`)
      return 0
    },
  },
  clear: { about: 'empties the screen', run: ({ session }) => void session.clearScreen() },
  true: { about: 'goes well', run: () => 0 },
  ':': { about: 'does nothing', run: () => 0 },
  false: { about: 'does not go well', run: () => 1 },
  exit: {
    about: 'ends a script',
    run({ args: [code = '0'] }) {
      throw new Leave('exit', Number(code) & 255)
    },
  },
  break: {
    about: 'leaves a loop',
    run() {
      throw new Leave('break')
    },
  },
  continue: {
    about: 'goes on with the next round of a loop',
    run() {
      throw new Leave('continue')
    },
  },
  read: {
    about: 'reads the first line of its input into a variable',
    run({ args, stdin, session }) {
      const names = args.filter((one) => !one.startsWith('-'))
      setVariable(session, names[0] ?? 'REPLY', stdin.split('\n')[0] ?? '')
      return stdin === '' ? 1 : 0
    },
  },
  test: { about: 'compares', run: ({ args, session }) => (holds(args, session) ? 0 : 1) },
  '[': {
    about: 'compares',
    run({ args, session }) {
      if (args.at(-1) !== ']') throw new CommandError("missing `]'", 2)
      return holds(args.slice(0, -1), session) ? 0 : 1
    },
  },
  sleep: { about: 'waits; here no time passes', run: () => 0 },
  ls: {
    about: 'lists files',
    run({ args, session: { state }, out }) {
      const { has, rest } = readFlags(args, 'al1hAtrRF')
      for (const target of rest.length > 0 ? rest : ['.']) {
        const path = absolute(state, target)
        const isFile = Object.hasOwn(state.files, path)
        if (!isFile && !isFolder(state, path))
          throw new CommandError(`cannot access '${target}': No such file or directory`, 2)
        const names = isFile
          ? [target]
          : namesIn(state, path).filter((name) => has.has('a') || has.has('A') || !name.startsWith('.'))
        if (rest.length > 1 && !isFile) out(`${target}:\n`)
        for (const name of names) {
          const size = state.files[isFile ? path : `${path === '/' ? '' : path}/${name}`]?.length ?? 4096
          out(
            has.has('l')
              ? `${name.endsWith('/') ? 'drwxr-xr-x' : '-rw-------'} learner ${String(size).padStart(7)} ${name}\n`
              : `${name}\n`,
          )
        }
      }
      return 0
    },
  },
  cat: {
    about: 'prints files',
    run({ args, stdin, session, out }) {
      const { has, rest } = readFlags(args, 'nAvet')
      const text =
        rest.length === 0 ? stdin : rest.map((name) => (name === '-' ? stdin : readFile(session, name))).join('')
      const numbered = () => linesOf(text).map((line, at) => `${String(at + 1).padStart(6)}\t${line}\n`)
      out(has.has('n') ? numbered().join('') : text)
      return 0
    },
  },
  tee: {
    about: 'prints its input and keeps it in files',
    run({ args, stdin, session, out }) {
      const { has, rest } = readFlags(args, 'a')
      for (const name of rest) {
        const path = absolute(session.state, name)
        assertWritable(path, name)
        session.writeFile(path, (has.has('a') ? (session.state.files[path] ?? '') : '') + stdin)
      }
      out(stdin)
      return 0
    },
  },
  touch: {
    about: 'makes an empty file',
    run({ args, session }) {
      for (const name of args) {
        const path = absolute(session.state, name)
        assertWritable(path, name)
        session.writeFile(path, session.state.files[path] ?? '')
      }
      return 0
    },
  },
  mkdir: { about: 'folders need not be made: a file may stand in any', run: () => 0 },
  chmod: { about: 'files are yours alone here', run: () => 0 },
  mv: { about: 'renames a file', run: (call) => moved(call, true) },
  cp: { about: 'copies a file', run: (call) => moved(call, false) },
  rm: {
    about: 'removes files',
    run({ args, session: { state } }) {
      const { has, rest } = readFlags(args, 'rRfv')
      for (const name of rest) {
        const path = absolute(state, name)
        const inside = Object.keys(state.files).filter((file) => file.startsWith(`${path === '/' ? '' : path}/`))
        if (Object.hasOwn(state.files, path)) delete state.files[path]
        else if (inside.length > 0 && (has.has('r') || has.has('R')))
          for (const file of inside) delete state.files[file]
        else if (inside.length > 0) throw new CommandError(`cannot remove '${name}': Is a directory`)
        else if (!has.has('f')) throw new CommandError(`cannot remove '${name}': No such file or directory`)
      }
      return 0
    },
  },
  whoami: {
    about: 'the user of this shell',
    run: ({ session, out }) => void out(session.host.kind === 'desk' ? 'learner\n' : 'root\n'),
  },
  id: {
    about: 'the user of this shell',
    run: ({ session, out }) =>
      void out(
        session.host.kind === 'desk'
          ? 'uid=1000(learner) gid=1000(learner)\n'
          : 'uid=0(root) gid=0(root) groups=0(root)\n',
      ),
  },
  hostname: {
    about: 'the name of this machine',
    run: ({ session, out }) => void out(`${session.host.kind === 'desk' ? 'desk' : session.host.resource.name}\n`),
  },
  uname: { about: 'the system', run: ({ out }) => void out('Linux\n') },
  date: {
    about: 'the time',
    run({ args, session: { now }, out }) {
      const pattern = args.find((one) => one.startsWith('+'))?.slice(1)
      const iso = now.toISOString()
      const parts: Record<string, string> = {
        Y: iso.slice(0, 4),
        m: iso.slice(5, 7),
        d: iso.slice(8, 10),
        H: iso.slice(11, 13),
        M: iso.slice(14, 16),
        S: iso.slice(17, 19),
        F: iso.slice(0, 10),
        T: iso.slice(11, 19),
        s: String(Math.floor(now.getTime() / 1000)),
        Z: 'UTC',
      }
      out(
        `${pattern === undefined ? now.toUTCString() : pattern.replace(/%([A-Za-z])/g, (all, sign: string) => parts[sign] ?? all)}\n`,
      )
      return 0
    },
  },
}

function moved({ args, session }: Call, takesAway: boolean): number {
  const { rest } = readFlags(args, 'frp')
  const [from, to] = rest
  if (!from || !to || rest.length > 2) throw new CommandError('give one file and its new name')
  const { state } = session
  const content = readFile(session, from)
  const target = absolute(state, to)
  const path =
    isFolder(state, target) && !Object.hasOwn(state.files, target) ? `${target}/${from.split('/').at(-1)}` : target
  assertWritable(path, to)
  if (takesAway) delete state.files[absolute(state, from)]
  session.writeFile(path, content)
  return 0
}

function printEnvironment({ args: [name], session: { state }, out }: Call): number {
  if (name !== undefined) {
    const value = Object.hasOwn(state.env, name) ? state.env[name] : undefined
    if (value !== undefined) out(`${value}\n`)
    return value === undefined ? 1 : 0
  }
  for (const [key, value] of Object.entries(state.env).sort()) out(`${key}=${value}\n`)
  return 0
}

function printf({ args: [pattern = '', ...values], out, session }: Call): number {
  let at = 0
  const write = () =>
    unescaped(pattern).replace(/%(-?0?)(\d{0,3})([sdxXcq%])/g, (_, flag: string, width: string, kind: string) => {
      if (kind === '%') return '%'
      const value = values[at++] ?? ''
      const text = kind === 's' || kind === 'q' ? value : kind === 'c' ? value.slice(0, 1) : whole(value, kind)
      return flag.includes('-')
        ? text.padEnd(Number(width))
        : text.padStart(Number(width), flag.includes('0') ? '0' : ' ')
    })
  do {
    session.budget.spend(pattern.length + 1)
    const before = at
    const text = write()
    session.budget.spend(text.length)
    out(text)
    if (at === before) break
  } while (at < values.length)
  return 0
}

const whole = (value: string, kind: string) => {
  const number = Number(value || '0')
  if (!Number.isSafeInteger(number)) throw new CommandError(`${value}: invalid number`)
  const hex = number.toString(16)
  return kind === 'd' ? String(number) : kind === 'X' ? hex.toUpperCase() : hex
}

const letters: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', e: '\u001b', 0: '\0' }
export const unescaped = (text: string) =>
  text.replace(/\\(x[0-9a-fA-F]{1,2}|0[0-7]{1,3}|[\s\S])/g, (_, sign: string) => {
    if (sign.startsWith('x') && sign.length > 1) return String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    if (/^0[0-7]+$/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8))
    return letters[sign] ?? `\\${sign}`
  })

export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function holds(args: string[], session: Call['session']): boolean {
  if (args[0] === '!') return !holds(args.slice(1), session)
  const [a = '', b, c = ''] = args
  if (args.length <= 1) return a !== ''
  const path = absolute(session.state, b ?? '')
  const isFile = Object.hasOwn(session.state.files, path)
  if (args.length === 2) {
    const unary: Record<string, boolean> = {
      '-z': b === '',
      '-n': b !== '',
      '-f': isFile,
      '-e': isFile || isFolder(session.state, path),
      '-d': isFolder(session.state, path),
      '-s': isFile && session.state.files[path] !== '',
    }
    return unary[a] ?? false
  }
  const [x, y] = [Number(a), Number(c)]
  const binary: Record<string, boolean> = {
    '=': a === c,
    '==': a === c,
    '!=': a !== c,
    '-eq': x === y,
    '-ne': x !== y,
    '-lt': x < y,
    '-le': x <= y,
    '-gt': x > y,
    '-ge': x >= y,
  }
  return binary[b ?? ''] ?? false
}
