import { utc, uuidOf } from '../generated-ids.ts'
import { judgeGcp } from '../policies/gcp/judge.ts'
import { all } from '../resources.ts'
import type { Session } from '../session.ts'
import { settle } from '../settle.ts'
import type { Resource, World } from '../world.ts'
import { projectName } from './ids.ts'
import { pathTo } from './policy.ts'
import { permissionsByRole } from './roles.ts'
/** An error from Google Cloud, printed like `gcloud` does. */
export class GcpError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 403) {
    super(message)
    this.name = 'GcpError'
    this.code = code
    this.status = status
  }
}

const READS = /\.(get|list|getIamPolicy|access|getAccessToken|search\w*)$/

/** A member making calls to Google Cloud, through `gcloud` or over HTTP. */
export class GcpCaller {
  readonly session: Session
  /** `user:…` or `serviceAccount:…`. */
  readonly member: string
  /** Members who impersonate this one, last one first. */
  readonly behind: string[]
  readonly agent: string

  constructor(session: Session, member: string, behind: string[], agent: string) {
    this.session = session
    this.member = member
    this.behind = behind
    this.agent = agent
  }

  get world(): World {
    return this.session.world
  }
  get email(): string {
    return this.member.replace(/^\w+:/, '')
  }

  may(permission: string, resource?: Resource): boolean {
    return this.verdict(permission, resource).allowed
  }

  private verdict(permission: string, resource?: Resource) {
    this.session.budget.spend(500)
    return judgeGcp({
      member: this.member,
      permission,
      path: pathTo(this.world, resource),
      roles: permissionsByRole(this.world),
      time: this.session.now.toISOString(),
    })
  }

  /** Authorises the call, runs it and writes the audit log entry. Reads are only logged if data access logs are on. */
  act<T>(permission: string, name: string, resource: Resource | undefined, work: () => T, method = permission): T {
    const { allowed, reason } = this.verdict(permission, resource)
    if (!allowed) {
      this.write(permission, name, method, 'PERMISSION_DENIED')
      throw new GcpError('PERMISSION_DENIED', reason)
    }
    return settle(
      work,
      () => this.write(permission, name, method, null),
      (error) => {
        if (error instanceof GcpError) this.write(permission, name, method, error.code)
      },
    )
  }

  private write(permission: string, resource: string, method: string, error: string | null) {
    const { world, session } = this
    const isRead = READS.test(permission)
    const id = uuidOf(world, session.madeUp(32))
    const at = utc(session.now)
    const service = `${permission.split('.')[0]}.googleapis.com`
    session.record({
      id,
      at,
      identity: this.email,
      action: permission,
      resource,
      source_ip: session.address,
      user_agent: this.agent,
      error,
      record: isRead ? 'data' : 'management',
      kept:
        !isRead ||
        all(world, 'google_project_iam_audit_config').some(({ attributes }) =>
          ['allServices', service].includes(attributes.service ?? ''),
        ),
      event: {
        insertId: id,
        timestamp: at,
        severity: error ? 'ERROR' : isRead ? 'INFO' : 'NOTICE',
        logName: `${projectName(world)}/logs/cloudaudit.googleapis.com%2F${isRead ? 'data_access' : 'activity'}`,
        protoPayload: {
          '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
          serviceName: service,
          methodName: method,
          resourceName: resource,
          authenticationInfo: {
            principalEmail: this.email,
            ...(this.behind.length > 0
              ? {
                  serviceAccountDelegationInfo: this.behind.map((one) => ({
                    firstPartyPrincipal: { principalEmail: one.replace(/^\w+:/, '') },
                  })),
                }
              : {}),
          },
          authorizationInfo: [{ permission, resource, granted: error !== 'PERMISSION_DENIED' }],
          requestMetadata: { callerIp: session.address, callerSuppliedUserAgent: this.agent },
          status: error ? { code: error === 'PERMISSION_DENIED' ? 7 : 5, message: error } : {},
        },
      },
    })
  }
}
