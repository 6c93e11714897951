import type { ShellState } from '../world.ts'
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
