import { examCertificates } from '../areas/certification/certificates/exam-certificates.ts'
import { findCertificateId, listEarned } from '../areas/certification/certificates/queries.ts'
import { validCertificateId } from '../areas/certification/certificates/sql.ts'
import { tenants } from '../areas/clouds/deployments/teardown/end-labs.ts'
import { findOrderNumbers, isOrderNumber } from '../areas/commerce/orders/queries.ts'
import { replaceEnvironment } from '../areas/training/exam-attempts/sitting/steps.ts'
import type { Deps } from '../deps.ts'

/** Ports to features further up: each interface is declared in ports/ and bound here. */
export const ports: Pick<
  Deps,
  'issuedCertificates' | 'examCertificates' | 'orderNumbers' | 'tenants' | 'examEnvironments'
> = {
  issuedCertificates: { findId: findCertificateId, validId: validCertificateId, listEarned },
  examCertificates,
  orderNumbers: { find: findOrderNumbers, isNumber: isOrderNumber },
  tenants,
  examEnvironments: { replaceEnvironment },
}
