import { CloudError } from '../engine/caller.ts'
import { arnOf } from './arn.ts'
import type { AwsCaller } from './caller.ts'
import { resourceDocumentOf } from './documents.ts'
import { issueSession, type SessionKeys } from './identity.ts'

export interface Assumption {
  /** ARN of the role. */
  role: string
  name: string
  externalId?: string | undefined
  policy?: string | undefined
  seconds: number
}

/** Assumes a role for a caller. Both the role's trust policy and the caller's own policies must allow it. */
export const assumeRole = (caller: AwsCaller, asked: Assumption): SessionKeys =>
  caller.logged(
    'sts:AssumeRole',
    {
      id: asked.role,
      parameters: {
        roleArn: asked.role,
        roleSessionName: asked.name,
        durationSeconds: asked.seconds,
        ...(asked.externalId === undefined ? {} : { externalId: asked.externalId }),
      },
    },
    () => sessionOf(caller, asked),
  )

function sessionOf(caller: AwsCaller, asked: Assumption): SessionKeys {
  const { world, session } = caller
  if (!/^arn:aws:iam::\d{12}:role\/./.test(asked.role))
    throw new CloudError('ValidationError', `${asked.role} is invalid`)
  if (!/^[\w+=,.@-]{2,64}$/.test(asked.name))
    throw new CloudError(
      'ValidationError',
      `1 validation error detected: Value '${asked.name}' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*`,
    )
  const role = world.resources.find((one) => one.type === 'aws_iam_role' && arnOf(world, one) === asked.role)
  const trust = resourceDocumentOf(role?.attributes.assume_role_policy)
  const target = {
    id: asked.role,
    resource: role,
    policy: { kind: 'trust' as const, document: trust },
    context: {
      'aws:RequestedRegion': world.region,
      'sts:RoleSessionName': asked.name,
      ...(asked.externalId === undefined ? {} : { 'sts:ExternalId': asked.externalId }),
    },
  }
  const { allowed, reason } = caller.verdict('sts:AssumeRole', target)
  // If the trust policy is unreadable, nobody can assume the role, even if the caller's own policies allow it.
  if (!role || !trust || !allowed)
    throw caller.refusal(
      'sts:AssumeRole',
      target,
      trust ? reason : `because no ${role ? 'resource' : 'identity'}-based policy allows the sts:AssumeRole action`,
    )
  assertLength(caller, Number(role.attributes.max_session_duration ?? 3600), asked.seconds)
  return issueSession(
    world,
    session.now,
    { role: role.name, session: asked.name, ...(asked.policy === undefined ? {} : { policy: asked.policy }) },
    asked.seconds,
  )
}

function assertLength({ identity }: AwsCaller, longest: number, seconds: number) {
  if (seconds < 900)
    throw new CloudError(
      'ValidationError',
      `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint: Member must have value greater than or equal to 900`,
    )
  if (identity.kind === 'role' && seconds > 3600)
    throw new CloudError(
      'ValidationError',
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    )
  if (seconds > longest)
    throw new CloudError(
      'ValidationError',
      'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    )
}
