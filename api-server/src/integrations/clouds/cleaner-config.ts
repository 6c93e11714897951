import { z } from 'zod'
import type { CloudName } from '../../db/schema/index.ts'
import { type CloudAccess, CloudError, type ResourceName } from './driver.ts'

/** A filter of the tools: a name, or a pattern of a property. */
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
  /** Regions that are looked at, `global` among them. */
  regions: z.array(z.string().min(1)).min(1),
  /** What every account of the pool has from the start, by the tool's types: the role and the user by which we work in it first of all. */
  keep: z.record(z.string(), z.array(filter).min(1)),
})

/** What accounts of the pool have from the start, with a version that receipts can be compared by. */
export const baselineFile = z.strictObject({
  version: z.string().min(1).max(50),
  /** Accounts that no cleaner may ever be started for: production, the organization's own. */
  blocklist: z.array(z.string().min(1)).min(1),
  aws: cloudBaseline.optional(),
  azure: cloudBaseline.optional(),
  gcp: cloudBaseline.optional(),
})
export type Baseline = z.output<typeof baselineFile>

/** Types that azure-nuke removes from the whole tenant. They are not one account's, and belong to `CLEAN_TENANT_AZURE`. */
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
 * The file by which a cleaner is bound to one account: it names that account alone, and stops a tool whose credentials are another's. Written
 * as JSON, which is YAML too.
 */
export function configOf(
  access: CloudAccess,
  baseline: Baseline,
  keep: readonly ResourceName[],
  template: readonly string[],
) {
  const { cloud, account_id, credentials } = access
  const own = baseline[cloud]
  if (!own) throw new CloudError('failed', `The file of baselines says nothing about ${cloud}.`)
  if (baseline.blocklist.includes(account_id))
    throw new CloudError('refused', 'This account is on the blocklist of the cleaners: nothing in it may be removed.')
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

/** Whether the baseline names anything that a look at such an account must find. */
export const namesAnything = (baseline: Baseline, cloud: CloudName): boolean =>
  Object.keys(baseline[cloud]?.keep ?? {}).length > 0
