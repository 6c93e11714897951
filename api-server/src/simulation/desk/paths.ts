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

/** Folders are where files stand, and the few that every system has. */
export const isFolder = ({ files }: Pick<ShellState, 'files'>, path: string): boolean =>
  ['/', '/home', HOME, '/tmp', '/root'].includes(path) || Object.keys(files).some((file) => file.startsWith(`${path}/`))

/** Names directly inside a folder, folders with a slash. */
export function namesIn({ files }: Pick<ShellState, 'files'>, folder: string): string[] {
  const prefix = folder === '/' ? '/' : `${folder}/`
  const names = Object.keys(files)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length).replace(/\/.*$/s, '/'))
  return [...new Set(names)].sort()
}

/** Files that a pattern with `*`, `?` names; without a match the pattern stays as it is. */
export function expandPattern(state: ShellState, pattern: string): string[] {
  const wanted = absolute(state, pattern)
  const found = Object.keys(state.files).filter(
    (file) => matches(wanted, file) && !/\/\./.test(file.slice(state.cwd.length)),
  )
  const prefix = state.cwd === '/' ? '/' : `${state.cwd}/`
  const shown = found.map((file) =>
    pattern.startsWith('/') || !file.startsWith(prefix) ? file : file.slice(prefix.length),
  )
  return shown.length > 0 ? shown.sort() : [pattern]
}

/** Whether a text fits a pattern of `*` and `?`, in time that grows with their product at most. */
export function matches(pattern: string, text: string, acrossSlashes = false): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (from < text.length) {
    const sign = pattern[at]
    if (sign === '*') {
      star = at++
      mark = from
    } else if (sign !== undefined && (sign === text[from] || (sign === '?' && text[from] !== '/'))) {
      at++
      from++
    } else if (star !== -1 && (acrossSlashes || text[mark] !== '/')) {
      at = star + 1
      from = ++mark
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
