import { jsonOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { settle } from '../settle.ts'
import type { World } from '../world.ts'
import { authorize, type Wish } from './authorize.ts'
import type { Caller } from './caller.ts'
import { AwsError, AwsUsageError } from './error.ts'
import type { Options } from './options.ts'
import { writeTrail } from './trail.ts'
/** Inputs of an operation besides its action and resource. */
export interface Extra extends Pick<Wish, 'context' | 'resourcePolicy' | 'on'> {
  /** Event name in CloudTrail, if it differs from the action. */
  event?: string
  parameters?: Record<string, unknown>
  /** A data event, which trails only record if configured to. */
  data?: boolean
  /** Allowed for anyone with credentials: `sts:GetCallerIdentity`. */
  free?: boolean
}

/** One call of an AWS service, with its caller and options. */
export class AwsCall {
  readonly session: Session
  readonly service: string
  readonly operation: string
  readonly options: Options
  readonly region: string
  private readonly signedIn: () => Caller

  constructor(
    session: Session,
    service: string,
    operation: string,
    options: Options,
    region: string,
    signedIn: () => Caller,
  ) {
    this.session = session
    this.service = service
    this.operation = operation
    this.options = options
    this.region = region
    this.signedIn = signedIn
  }

  get world(): World {
    return this.session.world
  }
  get caller(): Caller {
    this.known ??= this.signedIn()
    return this.known
  }
  private known: Caller | undefined

  option(name: string): string | undefined {
    return this.options.values.get(name)?.[0]
  }
  /** A required option; `readOptions` has ensured that it is present. */
  need(name: string): string {
    return this.option(name) ?? ''
  }
  list(name: string): string[] {
    return (this.options.values.get(name) ?? []).flatMap((one) => {
      if (!one.startsWith('[')) return one.split(/\s+/)
      const parsed = jsonOf(one)
      if (!Array.isArray(parsed))
        throw new AwsUsageError(`\nError parsing parameter '--${name}': Invalid JSON received.`)
      return parsed.map(String)
    })
  }
  has(name: string): boolean {
    return this.options.values.has(name)
  }
  number(name: string, otherwise: number): number {
    const value = Number(this.option(name) ?? otherwise)
    if (!Number.isFinite(value))
      throw new AwsUsageError(`\naws: error: argument --${name}: invalid int value: '${this.option(name)}'`)
    return value
  }

  get agent(): string {
    return `aws-cli/2.31.4 md/Botocore#1.40.45 os/linux md/command#${this.service}.${this.operation}`
  }

  /** Authorises the call, runs it and records it in the trail; refusals are recorded too. */
  act<T>(action: string, resource: string, work: () => T, extra: Extra = {}): T {
    const event = extra.event ?? action.replace(/^.*:/, '')
    const told = {
      caller: this.caller,
      service: this.eventService(action),
      event,
      resource,
      agent: this.agent,
      parameters: extra.parameters ?? null,
      data: extra.data ?? false,
    }
    return settle(
      () => {
        if (!extra.free) this.assertAllowed(action, resource, extra, event)
        return work()
      },
      () => writeTrail(this.session, { ...told, error: null }),
      (error) => {
        if (error instanceof AwsError) writeTrail(this.session, { ...told, error })
      },
    )
  }

  may(action: string, resource: string, extra: Extra = {}): boolean {
    return this.verdict(action, resource, extra).allowed
  }

  private verdict(action: string, resource: string, { context = {}, resourcePolicy, on }: Extra) {
    const wish: Wish = {
      action,
      resource,
      resourcePolicy,
      on,
      context: { 'aws:RequestedRegion': this.region, ...context },
    }
    const { now, address } = this.session
    return authorize(this.world, this.caller, wish, { now, address, agent: this.agent })
  }

  private assertAllowed(action: string, resource: string, extra: Extra, event: string) {
    const { allowed, reason } = this.verdict(action, resource, extra)
    if (!allowed) throw refusal(action, this.caller, resource, reason, event)
  }

  private eventService(action: string): string {
    return action.split(':')[0] ?? this.service
  }
}

/** Access denied error in the words of the service. */
export function refusal(action: string, caller: Caller, resource: string, reason: string, event: string): AwsError {
  const service = action.split(':')[0] ?? ''
  const who = `User: ${caller.arn} is not authorized to perform: ${action}`
  const quoted = service === 's3' ? `"${resource}"` : resource
  const what = resource === '*' ? '' : ` on resource: ${quoted}`
  const message = `${who}${what} ${reason}`
  if (service === 'ec2')
    return named(
      new AwsError('UnauthorizedOperation', `You are not authorized to perform this operation. ${message}`),
      event,
    )
  const code = ['iam', 'sts', 's3'].includes(service) ? 'AccessDenied' : 'AccessDeniedException'
  return named(new AwsError(code, message), event)
}

/** Operation name that the program prints before an error. */
const operations = new WeakMap<AwsError, string>()
const named = (error: AwsError, operation: string) => {
  operations.set(error, operation)
  return error
}
export const operationOf = (error: AwsError): string | undefined => operations.get(error)

export interface AwsOperation {
  /** In the format of `optionNames`. */
  options: string
  run(call: AwsCall): unknown
}

export const op = (options: string, run: AwsOperation['run']): AwsOperation => ({ options, run })
