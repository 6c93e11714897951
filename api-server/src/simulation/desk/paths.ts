import type { ShellState } from '../world.ts'
export const HOME = '/home/learner'

/** An absolute path without `.` and `..`: above the root is the root, as in every system, and there is nothing beside the shell's own files. */
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

/** Folders are where files stand, those that were made, and the few that every system has. */
export const isFolder = (held: Held, path: string): boolean =>
  ['/', '/home', HOME, '/tmp', '/root', '/dev'].includes(path) ||
  pathsOf(held).some((one) => one.startsWith(`${path}/`))

/** Names directly inside a folder, folders with a slash. */
export function namesIn(held: Held, folder: string): string[] {
  const prefix = folder === '/' ? '/' : `${folder}/`
  const names = pathsOf(held)
    .filter((path) => path.startsWith(prefix) && path !== prefix)
    .map((path) => path.slice(prefix.length).replace(/\/.*$/s, '/'))
  return [...new Set(names)].sort()
}

/** Paths of files, and of folders with a slash behind them. */
const pathsOf = ({ files, folders = [] }: Held): string[] => [
  ...Object.keys(files),
  ...folders.map((folder) => `${folder}/`),
]
