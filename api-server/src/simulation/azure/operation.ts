import type { Options } from '../cli/option-reader.ts'
import type { Session } from '../session.ts'
import type { World } from '../world.ts'
import type { AzureCaller } from './call.ts'
/** One call of `az`: with its options, and whoever is signed in. */
export interface AzCall {
  session: Session
  world: World
  options: Options
  /** Whoever is signed in; throws where nobody is. */
  caller: AzureCaller
  option(name: string): string | undefined
  need(name: string): string
}

export interface AzOperation {
  /** As `knownOptions` reads them. */
  options: string
  run(call: AzCall): unknown
}

export const op = (options: string, run: AzOperation['run']): AzOperation => ({ options, run })
