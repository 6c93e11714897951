import { find } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource, World } from '../world.ts'
import { instanceId } from './arn.ts'
import { issueSession, type SessionKeys } from './caller.ts'

const SIX_HOURS = 6 * 3600

/** Role of an instance, from its instance profile. */
export function instanceRole(world: World, instance: Resource): string | undefined {
  const profile = instance.attributes.iam_instance_profile
  if (!profile) return undefined
  return (
    find(world, 'aws_iam_instance_profile', profile)?.attributes.role ??
    (find(world, 'aws_iam_role', profile) ? profile : undefined)
  )
}

/** Credentials from an instance's metadata service, the same for a whole hour. */
export function instanceKeys(world: World, instance: Resource, now: Date): SessionKeys | undefined {
  const role = instanceRole(world, instance)
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  return role ? issueSession(world, hour, { role, session: instanceId(world, instance) }, SIX_HOURS) : undefined
}

/** Credentials of the host that the command runs on; none at the learner's terminal. */
export function hostKeys({ host, world, now }: Session): SessionKeys | undefined {
  return host.kind === 'inside' && host.resource.type === 'aws_instance'
    ? instanceKeys(world, host.resource, now)
    : undefined
}
