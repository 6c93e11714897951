import type { CanaryAnswer } from '@flagyard/api-types/canaries/script'
import type { LabPanel, SeenResource } from '../../../integrations/clouds/console.ts'

/** The step at which the canary failed, with the reason. The message never contains what it found. */
export class StepFailed extends Error {
  readonly step: string

  constructor(step: string, message: string) {
    super(message)
    this.name = 'StepFailed'
    this.step = step
  }
}

/**
 * The canary's answer to a flag. Uses only what the lab page and the console show to a learner. Returns an empty string for steps that only need
 * confirmation.
 */
export function findAnswer(
  { flag, resource, output, words }: CanaryAnswer,
  { outputs }: Pick<LabPanel, 'outputs'>,
  seen: SeenResource[],
): string {
  if (words !== undefined) return words
  if (output !== undefined) {
    const value = Object.hasOwn(outputs, output) ? outputs[output] : undefined
    if (value === undefined) throw new StepFailed(flag, `The page of the lab shows no output “${output}”.`)
    return value
  }
  return resource ? takeFrom(flag, resource, seen) : ''
}

function takeFrom(flag: string, { type, name, where = {}, take }: Place, seen: SeenResource[]): string {
  const named = name === undefined ? type : `${type} ${name}`
  const found = seen.filter(
    (one) => one.type === type && (name === undefined || one.name === name) && hasAll(one.attributes, where),
  )
  const [one, ...others] = found
  if (!one) throw new StepFailed(flag, `The console shows no ${named} as the script describes it.`)
  if (others.length > 0)
    throw new StepFailed(flag, `The script’s description of ${named} fits ${found.length} resources; it must fit one.`)
  const value = take === 'name' ? one.name : attributeOf(one.attributes, take)
  if (value === undefined) throw new StepFailed(flag, `${named} shows no attribute “${take}”.`)
  return value
}

type Place = NonNullable<CanaryAnswer['resource']>

const hasAll = (attributes: Record<string, string>, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([name, value]) => attributeOf(attributes, name) === value)

const attributeOf = (attributes: Record<string, string>, name: string) =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined
