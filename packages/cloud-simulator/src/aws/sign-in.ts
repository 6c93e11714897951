import { createHash } from 'node:crypto'
import { absolute } from '../files.ts'
import { jsonOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { assumeRole } from './assume-role.ts'
import { usage } from './call.ts'
import { AwsCaller } from './caller.ts'
import { profileOf } from './configure.ts'
import { identify, type Keys, type SessionKeys } from './identity.ts'
import { hostKeys } from './instances.ts'

const NONE = 'Unable to locate credentials. You can configure credentials by running "aws configure".'

/** Finds the credentials: `--profile`, else the environment, else the files, else the host. */
export function findKeys(session: Session, asked: string | undefined): Keys {
  const { env } = session.state
  if (asked === undefined && env.AWS_ACCESS_KEY_ID)
    return {
      id: env.AWS_ACCESS_KEY_ID,
      secret: env.AWS_SECRET_ACCESS_KEY ?? partial(),
      ...(env.AWS_SESSION_TOKEN ? { token: env.AWS_SESSION_TOKEN } : {}),
    }
  const name = asked ?? env.AWS_PROFILE ?? env.AWS_DEFAULT_PROFILE ?? 'default'
  const explicit = name !== 'default' || asked !== undefined
  const keys = profileKeys(session, name, [], explicit)
  if (keys) return keys
  const host = asked === undefined ? hostKeys(session) : undefined
  if (!host) throw usage(NONE, 253)
  return host
}

const partial = (): never => {
  throw usage('Partial credentials found in env, missing: AWS_SECRET_ACCESS_KEY', 253)
}

function profileKeys(session: Session, name: string, behind: string[], mustExist: boolean): Keys | undefined {
  const profile = profileOf(session, name)
  if (!profile) {
    if (mustExist) throw usage(`The config profile (${name}) could not be found`, 255)
    return undefined
  }
  if (profile.role_arn && !(behind.includes(name) && profile.aws_access_key_id)) {
    if (behind.includes(name))
      throw usage(
        `Infinite loop in credential configuration detected. Attempting to load from profile ${name} which has already been visited.`,
        255,
      )
    return roleKeys(session, name, profile, [...behind, name])
  }
  if (!profile.aws_access_key_id) return undefined
  if (!profile.aws_secret_access_key)
    throw usage('Partial credentials found in shared-credentials-file, missing: aws_secret_access_key', 253)
  return {
    id: profile.aws_access_key_id,
    secret: profile.aws_secret_access_key,
    ...(profile.aws_session_token ? { token: profile.aws_session_token } : {}),
  }
}

/** A profile that assumes a role. Like the AWS program, caches the session next to the files until it expires. */
function roleKeys(session: Session, name: string, profile: Record<string, string>, behind: string[]): Keys {
  const { role_arn = '', source_profile, credential_source, external_id, role_session_name } = profile
  if (!source_profile && !credential_source)
    throw usage(`Partial credentials found in assume-role, missing: source_profile or credential_source`, 255)
  const source = source_profile ? profileKeys(session, source_profile, behind, true) : hostKeys(session)
  if (!source) throw usage(`The source profile "${source_profile ?? credential_source}" must have credentials.`, 255)
  const mark = createHash('sha1')
    .update(JSON.stringify([profile, source.id]))
    .digest('hex')
  const path = absolute(session.state, `~/.aws/cli/cache/${mark}.json`)
  const kept = jsonOf(session.state.files[path]) as (SessionKeys & { until: string }) | undefined
  if (kept && new Date(kept.until) > session.now) return { id: kept.id, secret: kept.secret, token: kept.token }
  const agent = `aws-cli/2.31.4 md/Botocore#1.40.45 os/linux md/profile#${name}`
  const caller = new AwsCaller(session, identify(session.world, source, session.now), agent)
  const keys = assumeRole(caller, {
    role: role_arn,
    name: role_session_name ?? `botocore-session-${Math.floor(session.now.getTime() / 1000)}`,
    externalId: external_id,
    seconds: Number(profile.duration_seconds ?? 3600),
  })
  session.writeFile(
    path,
    JSON.stringify({ id: keys.id, secret: keys.secret, token: keys.token, until: keys.expires.toISOString() }),
  )
  return keys
}
