import type { Call } from './command.ts'
import { readFile } from './files.ts'
/** The files that are named, else what the pipe hands over. */
export const inputOf = ({ session, stdin }: Call, names: string[]): string =>
  names.length === 0 ? stdin : names.map((name) => (name === '-' ? stdin : readFile(session, name))).join('')
