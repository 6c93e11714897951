import { utc, uuidOf } from '../generated-ids.ts'
import type { Session } from '../session.ts'
import type { LogLine, Resource, Verdict, World } from '../world.ts'

/** An error of a cloud or its program, printed in the program's words. */
export class CloudError extends Error {
  /** The cloud's code; empty for an error of the program itself. */
  readonly code: string
  /** HTTP status; below 256, the exit code of the program instead. */
  readonly status: number
  /** Operation to name in the message, if it is not the one that was typed. */
  readonly operation: string | undefined

  constructor(code: string, message: string, status = 403, operation?: string) {
    super(message)
    this.name = 'CloudError'
    this.code = code
    this.status = status
    this.operation = operation
  }
}

/** Object of a call, with the properties that authorization and the log need. */
export interface Target {
  /** Its ARN, scope or full name, whether or not it exists. */
  id: string
  /** The resource; undefined if it does not exist, or if the call acts on the whole account. */
  resource?: Resource | undefined
  /** Error if the resource does not exist. Only a caller who may make the call sees it. */
  missing?: () => CloudError
}

const NO_RESOURCE: Resource = { type: '', name: '', attributes: {} }

/** An identity that makes calls. Each call is authorised, carried out and logged here, for all clouds. */
export abstract class Caller<T extends Target = Target> {
  readonly session: Session
  readonly agent: string

  constructor(session: Session, agent: string) {
    this.session = session
    this.agent = agent
  }

  get world(): World {
    return this.session.world
  }

  /** Decision of the account's policies about a permission. */
  abstract verdict(permission: string, target: T): Verdict
  /** The cloud's error for a refused call. */
  protected abstract refusal(permission: string, target: T, reason: string): CloudError
  protected abstract write(permission: string, target: T, error: CloudError | null): void

  may(permission: string, target: T): boolean {
    return this.verdict(permission, target).allowed
  }

  /** Authorises a call, carries it out and logs it. Refusals and errors of the cloud are logged too. */
  act<R>(permission: string, target: T, work: (resource: Resource) => R): R {
    return this.logged(permission, target, () => {
      const { allowed, reason } = this.verdict(permission, target)
      if (!allowed) throw this.refusal(permission, target, reason)
      if (!target.resource && target.missing) throw target.missing()
      return work(target.resource ?? NO_RESOURCE)
    })
  }

  /** Logs the outcome of work. Work that runs a script on a host returns a promise; all other work is synchronous. */
  protected logged<R>(permission: string, target: T, work: () => R): R {
    const failed = (error: unknown): never => {
      if (error instanceof CloudError) this.write(permission, target, error)
      throw error
    }
    let result: R
    try {
      result = work()
    } catch (error) {
      return failed(error)
    }
    if (result instanceof Promise)
      return result.then((value) => {
        this.write(permission, target, null)
        return value
      }, failed) as R
    this.write(permission, target, null)
    return result
  }

  protected record(
    line: Pick<LogLine, 'identity' | 'action' | 'resource' | 'error' | 'record' | 'kept'>,
    event: (id: string, at: string) => Record<string, unknown>,
  ) {
    const { world, session } = this
    const id = uuidOf(world, session.madeUp(32))
    const at = utc(session.now)
    session.record({ ...line, id, at, source_ip: session.address, user_agent: this.agent, event: event(id, at) })
  }
}
