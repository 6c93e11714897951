import { type CertificateRow, operations } from '@flagyard/api-types'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'

export function allowedOnCertificate({ state }: Pick<CertificateRow, 'state'>, caller: CurrentUser) {
  const isThere = state !== 'withdrawn'
  const mayUpdate = mayCall(operations.updateCertificate, caller)
  return allowedAmong({
    correct: isThere && mayUpdate,
    revoke: isThere && state !== 'revoked' && mayUpdate,
    restore: state === 'revoked' && mayUpdate,
    send: isThere && mayUpdate,
    withdraw: isThere && mayCall(operations.deleteCertificate, caller),
  })
}
