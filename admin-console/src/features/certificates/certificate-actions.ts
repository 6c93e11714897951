import type { CertificateRow } from '@flagyard/api-types'
import type { RecordAction } from '../../crud/RecordActions.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SendDialog } from './SendDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** What can be done with a certificate, on its page and in every list of certificates. */
export const certificateActions: readonly RecordAction<CertificateRow>[] = [
  { name: 'send', operation: 'updateCertificate', label: 'Send…', Dialog: SendDialog },
  { name: 'restore', operation: 'updateCertificate', label: 'Restore…', Dialog: RestoreDialog },
  { name: 'revoke', operation: 'updateCertificate', label: 'Revoke…', color: 'error', Dialog: RevokeDialog },
  { name: 'withdraw', operation: 'deleteCertificate', label: 'Withdraw…', color: 'error', Dialog: WithdrawDialog },
]
