import type { Api } from './app.ts'

type Gift = Parameters<Api['grantEntitlement']>[0]

/** Grants access as the console does: what its dry run showed comes back with it. */
export async function give(as: Api, { username, entitlementGrant }: Gift) {
  const { reason: _, ...wanted } = entitlementGrant
  const { preview } = await as.grantEntitlement({ username, entitlementGrant: { ...wanted, dry_run: true } })
  return as.grantEntitlement({ username, entitlementGrant: { ...entitlementGrant, preview } })
}
