import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { CloudName } from '../../db/schema/index.ts'
import { type CloudAccess, CloudError, type ResourceName } from './driver.ts'

/** Filter of the tools: a name, or a pattern for a property. */
const filter = z.union([
  z.string().min(1),
  z.strictObject({
    property: z.string().min(1).optional(),
    type: z.enum(['exact', 'contains', 'glob', 'regex', 'dateOlderThan']).optional(),
    value: z.string().min(1),
    invert: z.boolean().optional(),
  }),
])

const cloudBaseline = z.strictObject({
  /** Regions to scan, including `global`. */
  regions: z.array(z.string().min(1)).min(1),
  /** Resources that every account of the pool has from the start, by the tool's types, above all the role and the user that we work with. */
  keep: z.record(z.string(), z.array(filter).min(1)),
})

/** Baseline of the pool's accounts, with a version that is recorded in receipts. */
export const baselineFile = z.strictObject({
  version: z.string().min(1).max(50),
  /** Accounts for which no cleaner may ever start: production, and the organisation's own. */
  blocklist: z.array(z.string().min(1)).min(1),
  aws: cloudBaseline.optional(),
  azure: cloudBaseline.optional(),
  gcp: cloudBaseline.optional(),
})
export type Baseline = z.output<typeof baselineFile>

/** Types that azure-nuke removes from the whole tenant. They do not belong to a single account, so `CLEAN_TENANT_AZURE` handles them. */
export const TENANT_TYPES = [
  'Application',
  'ApplicationCertificate',
  'ApplicationFederatedCredential',
  'ApplicationSecret',
  'AzureADGroup',
  'AzureADUser',
  'AzureAdGroup',
  'AzureAdUser',
  'ServicePrincipal',
]

/**
 * Config file that binds a cleaner to one account: it names only that account, so a tool with credentials of another account stops. Written as JSON,
 * which is valid YAML.
 */
export function configOf(
  access: CloudAccess,
  baseline: Baseline,
  keep: readonly ResourceName[],
  template: readonly string[],
) {
  const { cloud, account_id, credentials } = access
  const own = baseline[cloud]
  if (!own) throw new CloudError('failed', `The baseline file has no entry for ${cloud}.`)
  if (baseline.blocklist.includes(account_id))
    throw new CloudError('refused', 'This account is on the blocklist for cleaners: nothing in it may be removed.')
  const tenant = credentials.ARM_TENANT_ID ?? ''
  const account = cloud === 'azure' ? tenant : account_id
  return JSON.stringify({
    regions: own.regions,
    blocklist: baseline.blocklist,
    ...(template.includes('--no-alias-check') ? { 'bypass-alias-check-accounts': [account] } : {}),
    ...(cloud === 'azure' ? { 'resource-types': { excludes: TENANT_TYPES } } : {}),
    accounts: { [account]: { filters: merged(own.keep, keep) } },
  } satisfies Record<string, unknown>)
}

function merged(baseline: Record<string, z.output<typeof filter>[]>, keep: readonly ResourceName[]) {
  const filters: Record<string, z.output<typeof filter>[]> = { ...baseline }
  for (const { type, name } of keep) filters[type] = [...(filters[type] ?? []), name]
  return filters
}

/** Whether the baseline names any resource that a scan of such an account must find. */
export const namesAnything = (baseline: Baseline, cloud: CloudName): boolean =>
  Object.keys(baseline[cloud]?.keep ?? {}).length > 0

/** Reads the operator's baseline file. Without a readable baseline no cleaner may start, because it would remove too much. */
export async function readBaseline(path: string): Promise<Baseline> {
  try {
    return baselineFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : 'unknown'
    throw new CloudError('failed', `The baseline file (CLEAN_BASELINE_FILE) cannot be used: ${why}`)
  }
}
