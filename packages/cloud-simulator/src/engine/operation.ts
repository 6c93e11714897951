import type { Session } from '../session.ts'
import type { Resource, World } from '../world.ts'
import type { Caller, Target } from './caller.ts'
import type { Options } from './options.ts'

/** One call of an operation, with its options and its caller. */
export class ServiceCall<C extends Caller> {
  readonly session: Session
  /** Words of the operation, such as `iam list-roles`. */
  readonly name: string
  readonly options: Options
  private readonly signIn: (call: ServiceCall<C>) => C
  private known: C | undefined

  constructor(session: Session, name: string, options: Options, signIn: (call: ServiceCall<C>) => C) {
    this.session = session
    this.name = name
    this.options = options
    this.signIn = signIn
  }

  get world(): World {
    return this.session.world
  }
  /** The identity signed in; throws if there is none. */
  get caller(): C {
    this.known ??= this.signIn(this)
    return this.known
  }
  /** The first word that belongs to no option. */
  get named(): string {
    return this.options.rest[0] ?? ''
  }
  option(name: string): string | undefined {
    return this.options.option(name)
  }
  /** A required option; its presence has been checked. */
  need(name: string): string {
    return this.option(name) ?? ''
  }
  values(name: string): string[] {
    return this.options.values.get(name) ?? []
  }
  has(name: string): boolean {
    return this.options.has(name)
  }
}

/** A row in the table of a service. A text that `run` returns is printed unchanged. */
export interface Operation<Call> {
  /** In the format of `knownOptions`. */
  options: string
  /** Output format if none is asked for. */
  format: string
  run(call: Call): unknown
}

/** Operations by command words, such as `iam list-roles`. */
export type Operations<Call> = Readonly<Record<string, Operation<Call>>>

/** An operation that asks for one permission on one target; `run` gets the target's resource. */
export const operation = <C extends Caller<T>, T extends Target>(
  options: string,
  permission: string,
  target: T | ((call: ServiceCall<C>) => T),
  run: (call: ServiceCall<C>, resource: Resource) => unknown,
  format = '',
): Operation<ServiceCall<C>> => ({
  options,
  format,
  run: (call) =>
    call.caller.act(permission, typeof target === 'function' ? target(call) : target, (resource) =>
      run(call, resource),
    ),
})

/** An operation of the program itself, or one that makes several calls. */
export const command = <Call>(options: string, run: (call: Call) => unknown, format = ''): Operation<Call> => ({
  options,
  format,
  run,
})

/** A result with a text for the error stream. */
export class Noted {
  readonly note: string
  readonly text: string

  constructor(note: string, text = '') {
    this.note = note
    this.text = text
  }
}
