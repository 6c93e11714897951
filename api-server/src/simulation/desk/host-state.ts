import type { ShellState } from '../world.ts'
/** The shell of something that is not the learner's desk: it knows nothing of the learner's files and keys. */
export const hostState = (env: Record<string, string> = {}): ShellState => ({
  files: {},
  env: { HOME: '/root', USER: 'root', PATH: '/usr/bin:/bin', ...env },
  variables: {},
  history: [],
  cwd: '/root',
  exit: 0,
})
