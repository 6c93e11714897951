import { hostState } from '../files.ts'
import { bytesOf } from '../generated-ids.ts'
import { all, find } from '../resources.ts'
import type { Session } from '../session.ts'
import type { Resource, World } from '../world.ts'
import { instanceId } from './arn.ts'
import { issueSession, type SessionKeys } from './identity.ts'

const part = (world: World, name: string) => ((bytesOf(world, name)[0] ?? 7) % 200) + 20

/** Public IP address of an instance: its own, or that of its Elastic IP. */
export function publicAddress(world: World, instance: Resource): string | undefined {
  if (instance.attributes.public_ip) return instance.attributes.public_ip
  const elastic = all(world, 'aws_eip').find(({ attributes }) => attributes.instance === instance.name)
  return elastic ? (elastic.attributes.public_ip ?? `198.51.100.${part(world, elastic.name)}`) : undefined
}

export const privateAddress = (world: World, { name, attributes }: Resource): string =>
  attributes.private_ip ?? `10.0.1.${part(world, name)}`

/** Runs a script as root on an instance, as Systems Manager does. */
export const runOnInstance = (session: Session, instance: Resource, script: string) =>
  session.runScript(
    {
      kind: 'inside',
      resource: instance,
      address: publicAddress(session.world, instance) ?? privateAddress(session.world, instance),
      agent: 'aws-cli/2.31.4',
    },
    hostState(),
    script,
  )

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
