import type { Config } from '../config.ts'
import { toDescribedError } from '../log.ts'
import { explainStartFailure } from '../start-errors.ts'

export interface Finding {
  level: 'ok' | 'warning' | 'error'
  /** The finding, its consequence, and the remedy. */
  message: string
  details?: string[]
}

export interface NamedFinding extends Finding {
  check: string
}

/** A check of a part of the installation, `On`. */
export interface Check<On> {
  name: string
  /** Whether the server runs it at each start, and logs its warnings and errors. */
  atStart: boolean
  run(config: Config, on: On): Promise<Finding | Finding[] | undefined>
}

export const ok = (message: string): Finding => ({ level: 'ok', message })
export const warning = (message: string, details: string[] = []): Finding => ({ level: 'warning', message, details })
export const error = (message: string, details: string[] = []): Finding => ({ level: 'error', message, details })

/** Runs the checks at the same time. A check that throws has found an error. */
export async function runChecks<On>(checks: Check<On>[], config: Config, on: On): Promise<NamedFinding[]> {
  const found = checks.map(async ({ name, run }) => {
    const findings = await run(config, on).catch((reason: unknown) => toFinding(reason, config))
    return [findings ?? []].flat().map((finding): NamedFinding => ({ check: name, ...finding }))
  })
  return (await Promise.all(found)).flat()
}

export function toFinding(reason: unknown, config?: Config): Finding {
  const { message, exitCode } = explainStartFailure(reason, config)
  return error((exitCode === 1 ? toDescribedError(reason).message : message).replaceAll(/\s+/g, ' '))
}
