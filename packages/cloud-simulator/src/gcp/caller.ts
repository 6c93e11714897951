import { Caller, CloudError, type Target } from '../engine/caller.ts'
import { judgeGcp } from '../policies/gcp/judge.ts'
import { all } from '../resources.ts'
import type { Session } from '../session.ts'
import { projectName } from './ids.ts'
import { pathTo } from './policy.ts'
import { permissionsByRole } from './roles.ts'

export interface GcpTarget extends Target {
  /** Name of the method in the audit log, if it differs from the permission. */
  method?: string
}

export const notFound = (message: string) => new CloudError('NOT_FOUND', message, 404)
export const invalid = (message: string) => new CloudError('INVALID_ARGUMENT', message, 400)

const READS = /\.(get|list|getIamPolicy|access|getAccessToken|search\w*)$/

/** A member making calls to Google Cloud, through `gcloud` or over HTTP. Reads are only logged if data access logs are on. */
export class GcpCaller extends Caller<GcpTarget> {
  /** `user:…` or `serviceAccount:…`. */
  readonly member: string
  /** Members who impersonate this one, last one first. */
  readonly behind: string[]

  constructor(session: Session, member: string, behind: string[], agent: string) {
    super(session, agent)
    this.member = member
    this.behind = behind
  }

  get email(): string {
    return emailIn(this.member)
  }

  verdict(permission: string, { resource }: Pick<GcpTarget, 'resource'>) {
    this.session.budget.spend(500)
    return judgeGcp({
      member: this.member,
      permission,
      path: pathTo(this.world, resource),
      roles: permissionsByRole(this.world),
      time: this.session.now.toISOString(),
    })
  }

  protected refusal(_permission: string, _target: GcpTarget, reason: string) {
    return new CloudError('PERMISSION_DENIED', reason)
  }

  protected write(permission: string, { id: resource, method = permission }: GcpTarget, failure: CloudError | null) {
    const { world, session } = this
    const error = failure?.code ?? null
    const isRead = READS.test(permission)
    const service = `${permission.split('.')[0]}.googleapis.com`
    const isAudited = all(world, 'google_project_iam_audit_config').some(({ attributes }) =>
      ['allServices', service].includes(attributes.service ?? ''),
    )
    const record = isRead ? 'data' : 'management'
    this.record(
      { identity: this.email, action: permission, resource, error, record, kept: !isRead || isAudited },
      (id, at) => ({
        insertId: id,
        timestamp: at,
        severity: error ? 'ERROR' : isRead ? 'INFO' : 'NOTICE',
        logName: `${projectName(world)}/logs/cloudaudit.googleapis.com%2F${isRead ? 'data_access' : 'activity'}`,
        protoPayload: {
          '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
          serviceName: service,
          methodName: method,
          resourceName: resource,
          authenticationInfo: { principalEmail: this.email, ...delegation(this.behind) },
          authorizationInfo: [{ permission, resource, granted: error !== 'PERMISSION_DENIED' }],
          requestMetadata: { callerIp: session.address, callerSuppliedUserAgent: this.agent },
          status: error ? { code: error === 'PERMISSION_DENIED' ? 7 : 5, message: error } : {},
        },
      }),
    )
  }
}

export const emailIn = (member: string) => member.replace(/^\w+:/, '')

const delegation = (behind: string[]) =>
  behind.length > 0
    ? {
        serviceAccountDelegationInfo: behind.map((one) => ({
          firstPartyPrincipal: { principalEmail: emailIn(one) },
        })),
      }
    : {}
