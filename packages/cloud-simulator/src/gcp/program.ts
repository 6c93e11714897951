import type { ShellCommand } from '../command.ts'
import { CloudError } from '../engine/caller.ts'
import { ServiceCall } from '../engine/operation.ts'
import { argparseError, argparseRules, nameOf, near, shellCommandOf } from '../engine/program.ts'
import type { GcloudOperations } from './call.ts'
import type { GcpCaller } from './caller.ts'
import { filtered, flattened, formatted } from './format.ts'
import { builds } from './services/builds.ts'
import { others } from './services/others.ts'
import { projects } from './services/projects.ts'
import { storage } from './services/storage.ts'
import { callerOf } from './sign-in.ts'

/** All operations of the simulated Google Cloud. */
export const gcpOperations: GcloudOperations = { ...projects, ...storage, ...builds, ...others }

/** `gcloud`, the command line of Google Cloud. */
export const gcloud: ShellCommand = shellCommandOf<GcpCaller>({
  name: 'gcloud',
  about: 'the command line of Google Cloud',
  cloud: 'gcp',
  operations: gcpOperations,
  global:
    'project format filter flatten limit page-size sort-by quiet/q? verbosity impersonate-service-account account uri? log-http?',
  elsewhere: new CloudError('', 'You do not currently have an active account selected.'),
  exit: 1,
  shown(error, args) {
    const name = nameOf(gcpOperations, split(args).words) ?? args[0] ?? ''
    return `ERROR: (gcloud.${name.replaceAll(' ', '.')}) ${error.message}\n`
  },
  split,
  help(args) {
    if (args[0] === 'version' || args[0] === '--version') return 'Google Cloud SDK 545.0.0 (simulated)'
    if (args.length > 0 && !args.includes('--help') && args[0] !== 'help') return undefined
    const plain = args.filter((one) => !one.startsWith('-')).join(' ')
    const found = Object.keys(gcpOperations).filter((one) => one.startsWith(plain))
    return found.map((one) => `gcloud ${one}`).join('\n')
  },
  unknown(session, words) {
    const plain = words.filter((one) => !one.startsWith('-'))
    const named = `gcloud ${plain.slice(0, 4).join(' ').slice(0, 80)}`
    session.missing.add(named)
    const known = near(gcpOperations, plain).map((one) => `  gcloud ${one}`)
    return argparseError(`“${named}” is not in this simulation. There are:\n${known.join('\n')}`)
  },
  options: (session, name) =>
    argparseRules(session, `gcloud ${name}`, (names) =>
      argparseError(`argument ${names.join(', ')}: Must be specified.`),
    ),
  callOf: (session, name, options) =>
    new ServiceCall(session, name, options, (call) => callerOf(session, call.option('impersonate-service-account'))),
  warning(made) {
    const account = made.option('impersonate-service-account')
    if (!account) return undefined
    return `WARNING: This command is using service account impersonation. All API calls will be executed as [${account}].\n`
  },
  print({ session, out }, made, result, { format }) {
    let shown = result
    const flatten = made.option('flatten')
    const filter = made.option('filter')
    const limit = made.option('limit')
    if (flatten) shown = flattened([shown].flat(), flatten)
    if (filter) shown = filtered([shown].flat(), filter)
    if (limit !== undefined && Array.isArray(shown)) shown = shown.slice(0, Number(limit))
    out(formatted(shown, made.option('format') ?? format, session.budget.limits.output))
  },
})

/** Global options may precede the command. */
function split(args: string[]) {
  let at = 0
  while (args[at]?.startsWith('-')) at += args[at]?.includes('=') || /^(-q|--quiet)$/.test(args[at] ?? '') ? 1 : 2
  return { before: args.slice(0, at), words: args.slice(at) }
}
