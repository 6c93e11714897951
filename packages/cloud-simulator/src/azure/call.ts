import { utc, uuidOf } from '../generated-ids.ts'
import { judgeAzure } from '../policies/azure/judge.ts'
import type { Verdict } from '../policies/verdict.ts'
import type { Session } from '../session.ts'
import { settle } from '../settle.ts'
import type { LogLine, World } from '../world.ts'
import { subscriptionScope, tenantOf } from './ids.ts'
import { groupIds, type Principal } from './principals.ts'
import { assignmentsOf, rolesOf } from './roles.ts'
/** An error from Azure, printed like the Azure command line does. */
export class AzureError extends Error {
  readonly code: string
  readonly exit: number

  constructor(code: string, message: string, exit = 1) {
    super(message)
    this.name = 'AzureError'
    this.code = code
    this.exit = exit
  }
}

/** A principal making calls to Azure, through the command line or over HTTP. */
export class AzureCaller {
  readonly session: Session
  readonly principal: Principal
  readonly agent: string

  constructor(session: Session, principal: Principal, agent: string) {
    this.session = session
    this.principal = principal
    this.agent = agent
  }

  get world(): World {
    return this.session.world
  }

  may(action: string, scope: string, data = false): Verdict {
    this.session.budget.spend(500)
    return judgeAzure({
      client: this.principal.client,
      object_id: this.principal.objectId,
      groups: groupIds(this.world, this.principal),
      action,
      data,
      scope,
      roles: rolesOf(this.world),
      assignments: assignmentsOf(this.world),
      deny_assignments: [
        {
          name: 'guard rail',
          id: uuidOf(this.world, 'guard rail'),
          principals: ['*'],
          scope: subscriptionScope(this.world),
          permissions: [{ actions: [...this.world.denied] }],
        },
      ],
    })
  }

  /** Authorises the call, runs it and records it in the activity log or the resource's log. */
  act<T>(
    action: string,
    scope: string,
    work: () => T,
    { data = false, refusal }: { data?: boolean; refusal?: (reason: string) => AzureError } = {},
  ): T {
    const { allowed, reason } = this.may(action, scope, data)
    if (!allowed) {
      const error = refusal?.(reason) ?? new AzureError('AuthorizationFailed', reason)
      this.write(action, scope, data, error.code)
      throw error
    }
    return settle(
      work,
      () => this.write(action, scope, data, null),
      (error) => {
        if (error instanceof AzureError) this.write(action, scope, data, error.code)
      },
    )
  }

  private write(action: string, scope: string, data: boolean, error: string | null) {
    const isKept = !data && /\/(write|delete|action)$/i.test(action)
    this.record(
      { action, resource: scope, error, record: data ? 'data' : 'management', kept: isKept },
      {
        operationName: action,
        resourceId: scope,
        category: data ? 'AuditEvent' : 'Administrative',
        status: error ?? 'Succeeded',
        level: error ? 'Error' : 'Informational',
      },
    )
  }

  /** Records a directory change, as named in the audit log. */
  directory(operation: string, target: string, error: string | null = null) {
    this.record(
      { action: operation, resource: target, error, record: 'management', kept: true },
      {
        category: 'ApplicationManagement',
        activityDisplayName: operation,
        result: error ? 'failure' : 'success',
        targetResources: [{ displayName: target }],
        initiatedBy: {
          [this.principal.kind === 'user' ? 'user' : 'app']: {
            displayName: this.principal.client,
            ipAddress: this.session.address,
          },
        },
      },
    )
  }

  signIn(kind: string, error: string | null = null) {
    this.record(
      { action: `Sign-in: ${kind}`, resource: tenantOf(this.world), error, record: 'sign-in', kept: true },
      { category: kind, resultType: error ?? '0', userAgent: this.agent },
    )
  }

  private record(
    line: Pick<LogLine, 'action' | 'resource' | 'error' | 'record' | 'kept'>,
    event: Record<string, unknown>,
  ) {
    const id = uuidOf(this.world, this.session.madeUp(32))
    const at = utc(this.session.now)
    this.session.record({
      ...line,
      id,
      at,
      identity: this.principal.client,
      source_ip: this.session.address,
      user_agent: this.agent,
      event: {
        time: at,
        correlationId: id,
        caller: this.principal.client,
        callerIpAddress: this.session.address,
        ...event,
      },
    })
  }
}
