import type { Session } from '../session.ts'
import { GLOBAL_OPTIONS, optionNames } from './options.ts'
import { profileNames } from './profile.ts'
import { services } from './services.ts'
/** Completions for a line that begins with `aws`. */
export function completeAws(session: Session, words: string[]): string[] {
  const [service, operation, ...rest] = words
  if (operation === undefined) return ['configure', ...Object.keys(services)]
  if (service === 'configure')
    return words.length === 2
      ? ['set', 'get', 'list', 'list-profiles']
      : [
          'region',
          'output',
          'role_arn',
          'source_profile',
          'aws_access_key_id',
          'aws_secret_access_key',
          'aws_session_token',
          '--profile',
        ]
  const operations = service !== undefined && Object.hasOwn(services, service) ? services[service] : undefined
  if (!operations) return []
  if (words.length === 2) return Object.keys(operations)
  const last = rest.at(-2)
  if (last === '--profile') return profileNames(session)
  if (last === '--output') return ['json', 'text', 'table']
  const found = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  return found ? [...optionNames(`${found.options} ${GLOBAL_OPTIONS}`).keys()].map((name) => `--${name}`) : []
}
