import type { Session } from '../session.ts'
import { arnOf } from './arn.ts'
import { authorize } from './authorize.ts'
import { refusal } from './call.ts'
import { type Caller, issueSession, type SessionKeys } from './caller.ts'
import { resourceDocumentOf } from './documents.ts'
import { AwsError } from './error.ts'
import { writeTrail } from './trail.ts'
export interface Assumption {
  /** ARN of the role. */
  role: string
  name: string
  externalId?: string | undefined
  policy?: string | undefined
  seconds: number
  agent: string
}

/** Assumes a role for a caller. Both the role's trust policy and the caller's own policies must allow it. */
export function assumeRole(session: Session, caller: Caller, asked: Assumption): SessionKeys {
  const told = {
    caller,
    service: 'sts',
    event: 'AssumeRole',
    resource: asked.role,
    agent: asked.agent,
    data: false,
    parameters: {
      roleArn: asked.role,
      roleSessionName: asked.name,
      durationSeconds: asked.seconds,
      ...(asked.externalId === undefined ? {} : { externalId: asked.externalId }),
    },
  }
  try {
    const keys = taken(session, caller, asked)
    writeTrail(session, { ...told, error: null })
    return keys
  } catch (error) {
    if (error instanceof AwsError) writeTrail(session, { ...told, error })
    throw error
  }
}

function taken(session: Session, caller: Caller, asked: Assumption): SessionKeys {
  const { world, now, address } = session
  if (!/^arn:aws:iam::\d{12}:role\/./.test(asked.role))
    throw new AwsError('ValidationError', `${asked.role} is invalid`)
  if (!/^[\w+=,.@-]{2,64}$/.test(asked.name))
    throw new AwsError(
      'ValidationError',
      `1 validation error detected: Value '${asked.name}' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*`,
    )
  const role = world.resources.find((one) => one.type === 'aws_iam_role' && arnOf(world, one) === asked.role)
  const trust = resourceDocumentOf(role?.attributes.assume_role_policy)
  const { allowed, reason } = authorize(
    world,
    caller,
    {
      action: 'sts:AssumeRole',
      resource: asked.role,
      resourcePolicy: { kind: 'trust', document: trust },
      context: {
        'sts:RoleSessionName': asked.name,
        ...(asked.externalId === undefined ? {} : { 'sts:ExternalId': asked.externalId }),
      },
      on: role,
    },
    { now, address, agent: asked.agent },
  )
  // An unreadable trust policy trusts nobody, whatever the caller's own policies allow.
  if (!role || !trust || !allowed)
    throw refusal(
      'sts:AssumeRole',
      caller,
      asked.role,
      trust ? reason : `because no ${role ? 'resource' : 'identity'}-based policy allows the sts:AssumeRole action`,
      'AssumeRole',
    )
  assertLength(caller, Number(role.attributes.max_session_duration ?? 3600), asked.seconds)
  return issueSession(
    world,
    now,
    { role: role.name, session: asked.name, ...(asked.policy === undefined ? {} : { policy: asked.policy }) },
    asked.seconds,
  )
}

function assertLength(caller: Caller, longest: number, seconds: number) {
  if (seconds < 900)
    throw new AwsError(
      'ValidationError',
      `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint: Member must have value greater than or equal to 900`,
    )
  if (caller.kind === 'role' && seconds > 3600)
    throw new AwsError(
      'ValidationError',
      'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining',
    )
  if (seconds > longest)
    throw new AwsError(
      'ValidationError',
      'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    )
}
