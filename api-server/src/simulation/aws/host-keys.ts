import { find } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource, World } from '../world.ts'
import { instanceId } from './arn.ts'
import { issueSession, type SessionKeys } from './caller.ts'

const SIX_HOURS = 6 * 3600

/** The role of an instance, by the profile that it carries. */
export function instanceRole(world: World, instance: Resource): string | undefined {
  const profile = instance.attributes.iam_instance_profile
  if (!profile) return undefined
  return (
    find(world, 'aws_iam_instance_profile', profile)?.attributes.role ??
    (find(world, 'aws_iam_role', profile) ? profile : undefined)
  )
}

/** Credentials as the metadata service of an instance gives them: the same ones for the whole hour. */
export function instanceKeys(world: World, instance: Resource, now: Date): SessionKeys | undefined {
  const role = instanceRole(world, instance)
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  return role ? issueSession(world, hour, { role, session: instanceId(world, instance) }, SIX_HOURS) : undefined
}

/** What the place itself is signed in as; nothing at the learner's desk. */
export function hostKeys({ host, world, now }: Session): SessionKeys | undefined {
  return host.kind === 'inside' && host.resource.type === 'aws_instance'
    ? instanceKeys(world, host.resource, now)
    : undefined
}
