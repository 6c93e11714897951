/** Runs and completes lines. It loads just-bash, so only the threads that run lines import it. */
export { complete } from './shell/complete.ts'
export { runLine } from './shell/run-line.ts'
