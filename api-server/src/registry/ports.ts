import type { Deps } from '../deps.ts'
import { findCertificateId } from '../features/certificates/service.ts'
import { tenants } from '../features/deployments/tenants.ts'
import { findOrderNumbers } from '../features/orders/service.ts'

/** What features ask of those above them: each interface stands in the lower feature, and is bound here. */
export const ports: Pick<Deps, 'issuedCertificates' | 'orderNumbers' | 'tenants'> = {
  issuedCertificates: { findId: findCertificateId },
  orderNumbers: { find: findOrderNumbers },
  tenants,
}
