import type { Cloud } from '@flagyard/api-types'

/** Words of a command with placeholders: `aws-nuke run --config {config}`. Never a shell command line. */
export type CommandTemplate = readonly string[]

/** Flag that makes every cleaner remove resources. Only we add it: in the template, it would make the first scan remove resources. */
export const NO_DRY_RUN = '--no-dry-run'

const PLACES = ['config', 'account', 'region', 'tenant', 'deployment'] as const
export type Place = (typeof PLACES)[number]

/** Required placeholders. Without them a command could run in an account other than the intended one. */
const REQUIRED: Record<'nuke' | 'tenant', Record<Cloud, Place[]>> = {
  // aws-nuke asks AWS whose credentials it has, and stops if its config file does not name that account.
  nuke: { aws: ['config'], azure: ['config', 'account', 'tenant'], gcp: ['config', 'account'] },
  tenant: { aws: ['account'], azure: ['account'], gcp: ['account'] },
}

/** Splits a setting at spaces. Returns the template, or an error message that continues a sentence starting with the setting's name. */
export function parseTemplate(line: string, kind: 'nuke' | 'tenant', cloud: Cloud): CommandTemplate | string {
  const words = line.trim().split(/\s+/)
  if (/["'`$|;&<>\\]/.test(line)) return 'must be a program and its arguments, without signs of a shell'
  if (words.some((word) => word.startsWith(NO_DRY_RUN)))
    return `must not contain ${NO_DRY_RUN}: it is added after the dry run`
  if (words.includes('--quiet') || words.includes('-q'))
    return 'must not be quiet: its output lists the resources that may remain'
  const unknown = [...line.matchAll(/\{([^}]*)\}/g)].find(([, name]) => !PLACES.includes(name as Place))
  if (unknown) return `must name known places: ${PLACES.map((name) => `{${name}}`).join(', ')}`
  const missing = REQUIRED[kind][cloud].find((name) => !line.includes(`{${name}}`))
  if (missing) return `must contain {${missing}}, so that it cannot run in another account`
  return words
}
