import { CloudError } from '../engine/caller.ts'
import { type Operation, operation, type ServiceCall } from '../engine/operation.ts'
import { all } from '../resources.ts'
import type { Resource } from '../world.ts'
import { type GcpCaller, type GcpTarget, notFound } from './caller.ts'
import { accountName, findServiceAccount, numberOf, projectName } from './ids.ts'

export type GcloudCall = ServiceCall<GcpCaller>
export type GcloudOperations = Readonly<Record<string, Operation<GcloudCall>>>

export const op = operation<GcpCaller, GcpTarget>

/** The project as a target. */
export const project = ({ world }: GcloudCall): GcpTarget => ({ id: projectName(world) })

/** The project, if it is the one of this name; any other project appears not to exist. */
function projectNamed(call: GcloudCall, name: string): GcpTarget {
  const { world, caller } = call
  if (name !== '' && ![world.account_id, numberOf(world)].includes(name.replace(/^projects\//, '')))
    throw new CloudError(
      'PERMISSION_DENIED',
      `[${caller.email}] does not have permission to access projects instance [${name.slice(0, 80)}] (or it may not exist): The caller does not have permission. This command is authenticated as ${caller.email}.`,
    )
  return project(call)
}

/** The project of `--project`. */
export const projectAsked = (call: GcloudCall) => projectNamed(call, call.option('project') ?? '')
/** The project of `--project`, or of the first argument. */
export const projectGiven = (call: GcloudCall) => projectNamed(call, call.option('project') ?? call.named)

/** An operation that lists the resources of a type. */
export const listed = (
  options: string,
  permission: string,
  type: string,
  show: (call: GcloudCall, one: Resource) => unknown,
  format = '',
) => op(options, permission, project, (call) => all(call.world, type).map((one) => show(call, one)), format)

/** A service account as a target, named by its address or name. */
export function accountTarget({ world }: GcloudCall, name: string): GcpTarget {
  const resource = findServiceAccount(world, name)
  return {
    id: resource ? accountName(world, resource.name) : `projects/-/serviceAccounts/${name}`,
    resource,
    missing: () => notFound(`NOT_FOUND: Unknown service account: ${name.slice(0, 120)}`),
  }
}
