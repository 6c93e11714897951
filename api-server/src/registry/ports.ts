import type { Deps } from '../deps.ts'
import { examCertificates } from '../features/certificates/exam-certificates.ts'
import { findCertificateId, listEarned } from '../features/certificates/service.ts'
import { tenants } from '../features/deployments/tenants.ts'
import { replaceEnvironment } from '../features/exam-room/service.ts'
import { findOrderNumbers, isOrderNumber } from '../features/orders/service.ts'

/** Ports to features further up: each interface is declared in the lower feature and bound here. */
export const ports: Pick<Deps, 'issuedCertificates' | 'examCertificates' | 'orderNumbers' | 'tenants' | 'examRooms'> = {
  issuedCertificates: { findId: findCertificateId, listEarned },
  examCertificates,
  orderNumbers: { find: findOrderNumbers, isNumber: isOrderNumber },
  tenants,
  examRooms: { replaceEnvironment },
}
