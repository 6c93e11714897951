import { CommandError } from './command.ts'
import { jsonOf } from './resources.ts'
import type { Session } from './session.ts'
import type { ShellState } from './world.ts'
export const HOME = '/home/learner'

/** Absolute path without `.` and `..`. `..` at the root stays at the root. Only the shell's own files exist. */
export function absolute(state: Pick<ShellState, 'cwd' | 'env'>, path: string): string {
  const home = state.env.HOME ?? HOME
  const whole = path === '~' || path.startsWith('~/') ? home + path.slice(1) : path
  const parts: string[] = []
  for (const part of (whole.startsWith('/') ? whole : `${state.cwd}/${whole}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

type Held = Pick<ShellState, 'files' | 'folders'>

export const isFile = ({ files }: Held, path: string): boolean => Object.hasOwn(files, path)

/** A path is a folder if it contains a file, was created, or is one of the few standard folders. */
export const isFolder = (held: Held, path: string): boolean =>
  ['/', '/home', HOME, '/tmp', '/root', '/dev'].includes(path) ||
  pathsOf(held).some((one) => one.startsWith(`${path}/`))

/** Names directly inside a folder; folders end with a slash. */
export function namesIn(held: Held, folder: string): string[] {
  const prefix = folder === '/' ? '/' : `${folder}/`
  const names = pathsOf(held)
    .filter((path) => path.startsWith(prefix) && path !== prefix)
    .map((path) => path.slice(prefix.length).replace(/\/.*$/s, '/'))
  return [...new Set(names)].sort()
}

/** Paths of files, and of folders with a trailing slash. */
const pathsOf = ({ files, folders = [] }: Held): string[] => [
  ...Object.keys(files),
  ...folders.map((folder) => `${folder}/`),
]

/** Contents of a file in the shell; no other file can be read. */
export function readFile(session: Session, name: string): string {
  const path = absolute(session.state, name)
  if (path === '/dev/null') return ''
  const content = isFile(session.state, path) ? session.state.files[path] : undefined
  if (content === undefined)
    throw new CommandError(`${name}: ${isFolder(session.state, path) ? 'Is a directory' : 'No such file or directory'}`)
  session.budget.spend(content.length)
  return content
}

/** Learners may only write files in their home folder or /tmp. */
export function assertWritable(path: string, name: string) {
  if (!/^\/(home|tmp|root)\/./.test(path))
    throw new CommandError(`${name}: Permission denied: you can write only at home (~) and in /tmp`)
  if (path.length > 500) throw new CommandError('File name too long')
}

const SIGN = 'PK-simulated\n'

/** Files of an archive created by `zip`; undefined for anything else. */
export function unzipFiles(text: string): Record<string, string> | undefined {
  const parsed = text.startsWith(SIGN) ? jsonOf(text.slice(SIGN.length)) : undefined
  return parsed && typeof parsed === 'object' ? (parsed as Record<string, string>) : undefined
}

export const zipFiles = (files: Record<string, string>): string => SIGN + JSON.stringify(files)

/** Shell state of a host other than the learner's terminal, without the learner's files and keys. */
export const hostState = (env: Record<string, string> = {}): ShellState => ({
  files: {},
  env: { HOME: '/root', USER: 'root', PATH: '/usr/bin:/bin', ...env },
  variables: {},
  history: [],
  cwd: '/root',
  exit: 0,
})

/** Writes a file at a path as typed, which `named` shows in errors. */
export function saveFile(session: Session, path: string, contents: string, named = path): void {
  const whole = absolute(session.state, path)
  assertWritable(whole, named)
  session.writeFile(whole, contents)
}

/** Writes to a path, or to a file of this name if the path is a folder. */
export const saveInto = (session: Session, path: string, name: string, contents: string): void =>
  saveFile(session, isFolder(session.state, absolute(session.state, path)) ? `${path}/${name}` : path, contents, path)
