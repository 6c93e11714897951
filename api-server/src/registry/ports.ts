import type { Deps } from '../deps.ts'
import { tenants } from '../features/deployments/tenants.ts'

/** What features ask of those above them: each interface stands in the lower feature, and is bound here. */
export const ports: Pick<Deps, 'tenants'> = { tenants }
