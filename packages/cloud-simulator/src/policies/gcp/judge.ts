import type { Verdict } from '../../world.ts'
import { matchesIgnoringCase } from '../wildcard.ts'
import { holdsCondition } from './condition.ts'
import type { GcpBinding, GcpDenyRule, GcpRequest } from './request.ts'
/**
 * Whether Google Cloud would allow this request, with the error message if not. Deny rules at any level above the resource are checked first. Then a
 * binding at any level is enough: a lower level cannot revoke what a higher one grants.
 */
export function judgeGcp(request: GcpRequest): Verdict {
  const isDenied = request.path.some(({ deny = [] }) => deny.some((rule) => denies(rule, request)))
  const isGranted = request.path.some(({ bindings = [] }) => bindings.some((binding) => grants(binding, request)))
  return !isDenied && isGranted ? { allowed: true, reason: '' } : { allowed: false, reason: refusalOf(request) }
}

/** An invalid condition grants nothing. */
const grants = ({ role, members, condition }: GcpBinding, request: GcpRequest) =>
  includesCaller(members, request) &&
  (request.roles[role] ?? []).some((permission) =>
    matchesIgnoringCase(permission, request.permission, { one: false }),
  ) &&
  (condition === undefined || holdsCondition(condition.expression, factsOf(request)) === true)

/** Whether the rule denies the request. A rule with an invalid condition denies it too. */
function denies(rule: GcpDenyRule, request: GcpRequest): boolean {
  const { denied_principals, exception_principals = [], denied_permissions, exception_permissions = [] } = rule
  const name = denyName(request.permission)
  const isNamed = (permission: string) => matchesIgnoringCase(permission, name, { one: false })
  return (
    includesCaller(denied_principals, request) &&
    !includesCaller(exception_principals, request) &&
    denied_permissions.some(isNamed) &&
    !exception_permissions.some(isNamed) &&
    (rule.condition === undefined || holdsCondition(rule.condition.expression, factsOf(request)) !== false)
  )
}

/** Services whose name in a permission differs from the first word of their address. */
const addresses: Record<string, string> = { resourcemanager: 'cloudresourcemanager' }

/** `iam.roles.update` is `iam.googleapis.com/roles.update` in a deny rule. */
function denyName(permission: string): string {
  const dot = permission.indexOf('.')
  const service = permission.slice(0, dot)
  return `${addresses[service] ?? service}.googleapis.com/${permission.slice(dot + 1)}`
}

const factsOf = ({ resource = {}, path, time }: GcpRequest) => ({
  'resource.name': resource.name ?? path.at(-1)?.name ?? '',
  ...(resource.type === undefined ? {} : { 'resource.type': resource.type }),
  ...(resource.service === undefined ? {} : { 'resource.service': resource.service }),
  ...(time === undefined ? {} : { 'request.time': time }),
})

function refusalOf({ member, permission, path }: GcpRequest): string {
  const [service = '', kind = ''] = permission.split('.')
  const name = path.at(-1)?.name ?? ''
  if (service === 'storage') {
    const who = member === null ? 'Anonymous caller' : member.slice(member.indexOf(':') + 1)
    const what = kind === 'objects' && !permission.endsWith('.list') ? 'object' : 'bucket'
    return `${who} does not have ${permission} access to the Google Cloud Storage ${what}. Permission '${permission}' denied on resource (or it may not exist).`
  }
  if (service === 'secretmanager')
    return `Permission '${permission}' denied for resource '${name}' (or it may not exist).`
  if (service === 'iam') return `Permission '${permission}' denied on resource (or it may not exist).`
  return `Permission '${permission}' denied on resource '//${addresses[service] ?? service}.googleapis.com/${name}' (or it may not exist).`
}

/** Principal names in deny policies, mapped to the names of the same principals in bindings. */
const newNames: [RegExp, (rest: string) => string][] = [
  [/^principalSet:\/\/goog\/public:all$/, () => '*'],
  [/^principal:\/\/goog\/subject\/(.+)$/, (mail) => `user:${mail}`],
  [/^principalSet:\/\/goog\/group\/(.+)$/, (mail) => `group:${mail}`],
  [/^principal:\/\/iam\.googleapis\.com\/projects\/-\/serviceAccounts\/(.+)$/, (mail) => `serviceAccount:${mail}`],
]

const bindingName = (name: string) => {
  for (const [pattern, toOld] of newNames) {
    const found = pattern.exec(name)
    if (found) return toOld(found[1] ?? '')
  }
  return name
}

/** Whether the principals of a binding or deny rule include the caller. */
export function includesCaller(members: readonly string[], { member, groups = [] }: GcpRequest): boolean {
  const own = [member, ...groups].flatMap((name) => (name === null ? [] : [name.toLowerCase()]))
  return members.map(bindingName).some((name) => {
    if (name === 'allUsers' || name === '*') return true
    if (name === 'allAuthenticatedUsers') return member !== null
    if (name.startsWith('domain:'))
      return own[0]?.startsWith('user:') === true && own[0].endsWith(`@${name.slice(7).toLowerCase()}`)
    return own.includes(name.toLowerCase())
  })
}
