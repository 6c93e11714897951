import type { Call } from './command.ts'
import { readFile } from './files.ts'
/** The files that are named, else what the pipe hands over. */
export function inputOf({ session, stdin }: Call, names: string[]): string {
  // Several commands can read the same input.
  if (names.length === 0 || names.includes('-')) session.budget.spend(stdin.length)
  return names.length === 0 ? stdin : names.map((name) => (name === '-' ? stdin : readFile(session, name))).join('')
}
