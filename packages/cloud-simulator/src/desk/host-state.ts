import type { ShellState } from '../world.ts'
/** Shell state of a host other than the learner's desk, without the learner's files and keys. */
export const hostState = (env: Record<string, string> = {}): ShellState => ({
  files: {},
  env: { HOME: '/root', USER: 'root', PATH: '/usr/bin:/bin', ...env },
  variables: {},
  history: [],
  cwd: '/root',
  exit: 0,
})
