import type { Verdict } from '../../world.ts'
import { matchesIgnoringCase } from '../wildcard.ts'
import type { AzureDenyAssignment, AzurePermissions, AzureRequest, AzureRole } from './request.ts'
/**
 * Whether Azure would allow this request, with the error message if not. Permissions add up over all assignments at the scope and above it: what one
 * role does not include, another may grant. A deny assignment overrides all of them.
 */
export function judgeAzure(request: AzureRequest): Verdict {
  if (!isGranted(request)) return { allowed: false, reason: refusalOf(request) }
  const deny = request.deny_assignments?.find((assignment) => denies(assignment, request))
  return deny ? { allowed: false, reason: denialOf(request, deny) } : { allowed: true, reason: '' }
}

const isGranted = (request: AzureRequest) =>
  request.assignments.some(
    ({ principal_id, role, scope }) =>
      isCaller(principal_id, request) &&
      holdsAt(scope, request) &&
      request.roles.some((definition) => isRole(definition, role) && definition.permissions.some(covers(request))),
  )

function denies(deny: AzureDenyAssignment, request: AzureRequest): boolean {
  const { principals, exclude_principals = [], scope, permissions, do_not_apply_to_child_scopes = false } = deny
  return (
    (principals.includes('*') || principals.some((id) => isCaller(id, request))) &&
    !exclude_principals.some((id) => isCaller(id, request)) &&
    (do_not_apply_to_child_scopes ? same(scope, request.scope) : holdsAt(scope, request)) &&
    permissions.some(covers(request))
  )
}

const isCaller = (id: string, { object_id, groups = [] }: AzureRequest) =>
  [object_id, ...groups].some((own) => same(own, id))

const isRole = ({ name, id }: AzureRole, role: string) => same(name, role) || (id !== undefined && same(id, role))

/** Azure names and ids are case-insensitive. */
const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** Whether an assignment at a scope applies to the requested resource. */
function holdsAt(scope: string, { scope: resource, management_groups = [] }: AzureRequest): boolean {
  const above = scope.toLowerCase().replace(/\/+$/, '')
  if (above === '' || management_groups.some((group) => same(group, above))) return true
  return `${resource.toLowerCase()}/`.startsWith(`${above}/`)
}

/** Whether a list of permissions includes the action. `notActions` only exclude from the `actions` in the same permission. */
const covers =
  ({ action, data = false }: AzureRequest) =>
  (permissions: AzurePermissions): boolean => {
    const { actions = [], notActions = [], dataActions = [], notDataActions = [] } = permissions
    const [given, left] = data ? [dataActions, notDataActions] : [actions, notActions]
    const isAction = (pattern: string) => matchesIgnoringCase(pattern, action, { one: false })
    return given.some(isAction) && !left.some(isAction)
  }

function refusalOf(request: AzureRequest): string {
  const { client, object_id, action, scope, data } = request
  if (data && /^Microsoft\.Storage\//i.test(action))
    return 'This request is not authorized to perform this operation using this permission.'
  if (data && /^Microsoft\.KeyVault\//i.test(action))
    return [
      'Caller is not authorized to perform action on resource.',
      'If role assignments, deny assignments or role definitions were changed recently, please observe propagation time.',
      `Caller: name=${client};oid=${object_id}`,
      `Action: '${action}'`,
      `Resource: '${scope}'`,
      'Assignment: (not found)',
      'DenyAssignmentId: null',
    ].join('\n')
  return `${clientOf(request)} does not have authorization to perform action '${action}' over scope '${scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.`
}

const denialOf = (request: AzureRequest, { name, id, scope }: AzureDenyAssignment) =>
  `${clientOf(request)} has permission to perform action '${request.action}' on scope '${request.scope}'; however, the access is denied because of the deny assignment with name '${name}' and Id '${id}' at scope '${scope}'.`

const clientOf = ({ client, object_id }: AzureRequest) => `The client '${client}' with object id '${object_id}'`
