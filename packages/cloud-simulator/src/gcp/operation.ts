import type { Options } from '../cli/option-reader.ts'
import type { Session } from '../session.ts'
import type { World } from '../world.ts'
import type { GcpCaller } from './call.ts'
/** One `gcloud` call, with its positional arguments, options and signed-in or impersonated account. */
export interface GcloudCall {
  session: Session
  world: World
  options: Options
  caller: GcpCaller
  option(name: string): string | undefined
  /** The first positional argument. */
  named: string
}

export interface GcloudOperation {
  /** In the format of `knownOptions`. */
  options: string
  /** Default output format. */
  format: string
  run(call: GcloudCall): unknown
}

export const op = (options: string, run: GcloudOperation['run'], format = 'default'): GcloudOperation => ({
  options,
  run,
  format,
})

/** Text printed verbatim to either stream. */
export interface Said {
  print?: string
  note?: string
  result?: unknown
}
export const said = (print: string, note = ''): Said => ({ print, note })
