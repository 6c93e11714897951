import type { Call } from '../command.ts'
import { readIni, type Sections, writeIni } from '../engine/ini.ts'
import { absolute } from '../files.ts'
import { wordsOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { usage } from './call.ts'

const configPath = ({ state }: Session) => absolute(state, state.env.AWS_CONFIG_FILE ?? '~/.aws/config')
const credentialsPath = ({ state }: Session) =>
  absolute(state, state.env.AWS_SHARED_CREDENTIALS_FILE ?? '~/.aws/credentials')

const sectionsIn = ({ state }: Session, path: string): Sections =>
  readIni(Object.hasOwn(state.files, path) ? (state.files[path] ?? '') : '')
const configSections = (session: Session) => sectionsIn(session, configPath(session))
const credentialSections = (session: Session) => sectionsIn(session, credentialsPath(session))

/** Settings of a profile from both files. */
export const profileOf = (session: Session, name: string): Record<string, string> | undefined => {
  const [config, credentials] = [configSections(session).get(name), credentialSections(session).get(name)]
  return config || credentials ? { ...config, ...credentials } : undefined
}

export const profileNames = (session: Session): string[] =>
  [...new Set([...configSections(session).keys(), ...credentialSections(session).keys()])].flatMap((name) =>
    wordsOf(name).slice(0, 1),
  )

const SECRET = new Set(['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token'])

/** `aws configure`: writes the two files that the other commands read. */
export function configure({ session, out }: Call, args: string[]): number {
  const words = args.filter((one, at) => !one.startsWith('--profile') && args[at - 1] !== '--profile')
  const at = args.indexOf('--profile')
  const inline = args.find((one) => one.startsWith('--profile='))?.slice(10)
  const profile = inline ?? (at >= 0 ? args[at + 1] : undefined) ?? session.state.env.AWS_PROFILE ?? 'default'
  const [verb, name = '', value] = words
  if (verb === 'set') {
    if (value === undefined) throw usage('\naws: error: the following arguments are required: value')
    return set(session, profile, name, value)
  }
  if (verb === 'get') {
    const found = profileOf(session, profile)?.[name]
    if (found !== undefined) out(`${found}\n`)
    return found === undefined ? 1 : 0
  }
  if (verb === 'list-profiles') {
    out(
      profileNames(session)
        .map((one) => `${one}\n`)
        .join(''),
    )
    return 0
  }
  if (verb === 'list') return list(session, profile, out)
  if (verb === undefined)
    throw usage(
      'This shell asks no questions: use aws configure set aws_access_key_id <id>, aws configure set aws_secret_access_key <secret>, aws configure set region <region>, each with --profile <name> if you like.',
    )
  session.missing.add(`aws configure ${verb}`)
  throw usage(`\naws: error: “aws configure ${verb.slice(0, 40)}” is not in this simulation.`)
}

function set(session: Call['session'], profile: string, name: string, value: string): number {
  const [, other, key = name] = /^profile\.([\w-]+)\.(\w+)$/.exec(name) ?? []
  const isSecret = SECRET.has(key)
  const sections = isSecret ? credentialSections(session) : configSections(session)
  sections.set(other ?? profile, { ...sections.get(other ?? profile), [key]: value.replace(/[\r\n]/g, ' ') })
  session.writeFile(isSecret ? credentialsPath(session) : configPath(session), writeIni(sections, !isSecret))
  return 0
}

function list(session: Call['session'], profile: string, out: Call['out']): number {
  const { env } = session.state
  const values = profileOf(session, profile) ?? {}
  const row = (name: string, value: string | undefined, kind: string, hidden: boolean) => {
    const shown = value === undefined ? '<not set>' : hidden ? `${'*'.repeat(16)}${value.slice(-4)}` : value
    out(`${name.padStart(14)} ${shown.padStart(24)} ${(value === undefined ? 'None' : kind).padStart(16)}\n`)
  }
  out(`${'Name'.padStart(14)} ${'Value'.padStart(24)} ${'Type'.padStart(16)}\n`)
  row('profile', profile === 'default' ? undefined : profile, 'manual', false)
  row(
    'access_key',
    env.AWS_ACCESS_KEY_ID ?? values.aws_access_key_id,
    env.AWS_ACCESS_KEY_ID ? 'env' : 'shared-credentials-file',
    true,
  )
  row(
    'secret_key',
    env.AWS_SECRET_ACCESS_KEY ?? values.aws_secret_access_key,
    env.AWS_SECRET_ACCESS_KEY ? 'env' : 'shared-credentials-file',
    true,
  )
  row('region', env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? values.region, 'config-file', false)
  return 0
}
