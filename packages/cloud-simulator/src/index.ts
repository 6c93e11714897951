/** Exports for the server's main thread, without the shell: worker threads that run lines load `@flagyard/cloud-simulator/shell`. */
export { visibleResources } from './console/visible.ts'
export { HOME } from './files.ts'
export { initialState } from './initial-state.ts'
export { runCommand } from './programs.ts'
export type { Completion } from './shell/complete.ts'
export type { Answer, Effect, HandedOut, Limits, LogLine, Resource, Run, ShellState, World } from './world.ts'
