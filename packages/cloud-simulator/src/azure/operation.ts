import type { Options } from '../cli/option-reader.ts'
import type { Session } from '../session.ts'
import type { World } from '../world.ts'
import type { AzureCaller } from './call.ts'
/** One `az` call, with its options and the signed-in principal. */
export interface AzCall {
  session: Session
  world: World
  options: Options
  /** The signed-in principal; throws if there is none. */
  caller: AzureCaller
  option(name: string): string | undefined
  need(name: string): string
}

export interface AzOperation {
  /** In the format of `knownOptions`. */
  options: string
  run(call: AzCall): unknown
}

export const op = (options: string, run: AzOperation['run']): AzOperation => ({ options, run })
