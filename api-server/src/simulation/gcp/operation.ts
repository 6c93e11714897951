import type { Options } from '../cli/option-reader.ts'
import type { Session } from '../session.ts'
import type { World } from '../world.ts'
import type { GcpCaller } from './call.ts'
/** One call of `gcloud`: what it names, its options, and whoever is signed in (or borrowed). */
export interface GcloudCall {
  session: Session
  world: World
  options: Options
  caller: GcpCaller
  option(name: string): string | undefined
  /** The first thing that the command names. */
  named: string
}

export interface GcloudOperation {
  /** As `knownOptions` reads them. */
  options: string
  /** The format in which it prints where none is asked for. */
  format: string
  run(call: GcloudCall): unknown
}

export const op = (options: string, run: GcloudOperation['run'], format = 'default'): GcloudOperation => ({
  options,
  run,
  format,
})

/** What is printed as it is, on either stream. */
export interface Said {
  print?: string
  note?: string
  result?: unknown
}
export const said = (print: string, note = ''): Said => ({ print, note })
