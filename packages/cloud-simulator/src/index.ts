/** What the server's main thread uses. It loads no shell: that is `@flagyard/cloud-simulator/shell`, for the threads that run lines. */
export { visibleResources } from './console/visible.ts'
export { HOME } from './files.ts'
export { initialState } from './initial-state.ts'
export { runCommand } from './programs.ts'
export type { Completion } from './shell/complete.ts'
export type { Answer, Effect, HandedOut, Limits, LogLine, Resource, Run, ShellState, World } from './world.ts'
