import type { Session } from '../session.ts'
import { CommandError } from './command.ts'
import { absolute, isFile, isFolder } from './paths.ts'
/** Contents of a file in the shell; no other file can be read. */
export function readFile(session: Session, name: string): string {
  const path = absolute(session.state, name)
  if (path === '/dev/null') return ''
  const content = isFile(session.state, path) ? session.state.files[path] : undefined
  if (content === undefined)
    throw new CommandError(`${name}: ${isFolder(session.state, path) ? 'Is a directory' : 'No such file or directory'}`)
  session.budget.spend(content.length)
  return content
}

/** Learners may only write files in their home folder or /tmp. */
export function assertWritable(path: string, name: string) {
  if (!/^\/(home|tmp|root)\/./.test(path))
    throw new CommandError(`${name}: Permission denied: your files stand at home (~) or in /tmp`)
  if (path.length > 500) throw new CommandError('File name too long')
}
