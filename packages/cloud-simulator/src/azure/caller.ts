import { Caller, CloudError, type Target } from '../engine/caller.ts'
import type { Operation, ServiceCall } from '../engine/operation.ts'
import { uuidOf } from '../generated-ids.ts'
import { judgeAzure } from '../policies/azure/judge.ts'
import type { Session } from '../session.ts'
import type { LogLine } from '../world.ts'
import { subscriptionScope, tenantOf } from './ids.ts'
import { groupIds, type Principal } from './principals.ts'
import { assignmentsOf, rolesOf } from './roles.ts'

export type AzCall = ServiceCall<AzureCaller>
export type AzOperations = Readonly<Record<string, Operation<AzCall>>>

export interface AzureTarget extends Target {
  /** Whether the call reads or writes data, which needs data permissions. */
  data?: boolean
  /** Error of the service instead of the resource manager's. */
  refusal?: () => CloudError
}

/** A principal making calls to Azure, through the command line or over HTTP. */
export class AzureCaller extends Caller<AzureTarget> {
  readonly principal: Principal

  constructor(session: Session, principal: Principal, agent: string) {
    super(session, agent)
    this.principal = principal
  }

  verdict(action: string, { id: scope, data = false }: AzureTarget) {
    const { world, principal } = this
    this.session.budget.spend(500)
    return judgeAzure({
      client: principal.client,
      object_id: principal.objectId,
      groups: groupIds(world, principal),
      action,
      data,
      scope,
      roles: rolesOf(world),
      assignments: assignmentsOf(world),
      deny_assignments: [
        {
          name: 'guard rail',
          id: uuidOf(world, 'guard rail'),
          principals: ['*'],
          scope: subscriptionScope(world),
          permissions: [{ actions: [...world.denied] }],
        },
      ],
    })
  }

  protected refusal(_action: string, { refusal }: AzureTarget, reason: string): CloudError {
    return refusal?.() ?? new CloudError('AuthorizationFailed', reason)
  }

  /** Writes to the activity log, or to the resource's log for data. */
  protected write(action: string, { id, data = false }: AzureTarget, failure: CloudError | null) {
    const error = failure?.code ?? null
    const kept = !data && /\/(write|delete|action)$/i.test(action)
    this.log(
      { action, resource: id, error, record: data ? 'data' : 'management', kept },
      {
        operationName: action,
        resourceId: id,
        category: data ? 'AuditEvent' : 'Administrative',
        status: error ?? 'Succeeded',
        level: error ? 'Error' : 'Informational',
      },
    )
  }

  /** Records a directory change, as named in the audit log. */
  directory(operation: string, target: string, error: string | null = null) {
    const { client, kind } = this.principal
    this.log(
      { action: operation, resource: target, error, record: 'management', kept: true },
      {
        category: 'ApplicationManagement',
        activityDisplayName: operation,
        result: error ? 'failure' : 'success',
        targetResources: [{ displayName: target }],
        initiatedBy: { [kind === 'user' ? 'user' : 'app']: { displayName: client, ipAddress: this.session.address } },
      },
    )
  }

  signIn(kind: string, error: string | null = null) {
    this.log(
      { action: `Sign-in: ${kind}`, resource: tenantOf(this.world), error, record: 'sign-in', kept: true },
      { category: kind, resultType: error ?? '0', userAgent: this.agent },
    )
  }

  private log(
    line: Pick<LogLine, 'action' | 'resource' | 'error' | 'record' | 'kept'>,
    event: Record<string, unknown>,
  ) {
    const { client } = this.principal
    this.record({ ...line, identity: client }, (id, at) => ({
      time: at,
      correlationId: id,
      caller: client,
      callerIpAddress: this.session.address,
      ...event,
    }))
  }
}
