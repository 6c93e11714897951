import { z } from 'zod'
import { type BuildResult, CloudError } from '../driver.ts'

/** Maximum number of module outputs shown to a learner. */
const MAX_OUTPUTS = 50
/** Maximum length of a module output, in characters. */
const MAX_OUTPUT = 4_000

const shownOutputs = z.record(z.string(), z.object({ sensitive: z.boolean(), value: z.unknown() }))
const shortText = z.string().max(MAX_OUTPUT)
const credentials = z
  .array(z.object({ label: z.string().min(1).max(120), value: shortText, secret: z.boolean().default(true) }))
  .max(MAX_OUTPUTS)
const addresses = z
  .array(
    z
      .string()
      .regex(/^[\w.[\]"-]+$/)
      .max(300),
  )
  .max(MAX_OUTPUTS)

/** Outputs with a special meaning. All others that are not sensitive are shown unchanged. */
const RESERVED = ['console_url', 'credentials', 'revocable']

/** Converts `terraform output -json` for the learner's page. */
export function buildResultOf(json: string): BuildResult {
  const all = shownOutputs.parse(JSON.parse(json))
  const shown = Object.entries(all)
    .filter(([name, { sensitive }]) => !sensitive && !RESERVED.includes(name))
    .slice(0, MAX_OUTPUTS)
    .map(([name, { value }]) => [name, textOf(value).slice(0, MAX_OUTPUT)] as const)
  return {
    outputs: Object.fromEntries(shown),
    console_url: consoleUrlOf(all.console_url?.value),
    credentials: read('credentials', credentials, all.credentials?.value) ?? [],
  }
}

/** Addresses of the resources that grant access to the learner. They are removed first. */
export const revocableOf = (json: string): string[] =>
  read('revocable', addresses, shownOutputs.parse(JSON.parse(json)).revocable?.value) ?? []

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Shown as a link, so it must be a web address. */
function consoleUrlOf(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) return ''
  return new URL(value).protocol === 'https:' ? value : ''
}

function read<T>(name: string, schema: z.ZodType<T>, value: unknown): T | undefined {
  if (value === undefined || value === null) return undefined
  const { data, success } = schema.safeParse(value)
  if (!success)
    throw new CloudError(
      'failed',
      `The output “${name}” of the module does not have the format of docs/how-to/real-clouds.md.`,
    )
  return data
}
