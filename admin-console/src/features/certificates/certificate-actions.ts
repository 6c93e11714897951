import type { CertificateRow } from '@flagyard/api-types'
import type { RecordAction } from '../../crud/RecordActions.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SendDialog } from './SendDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** Actions on a certificate, for its page and all lists. */
export const certificateActions: readonly RecordAction<CertificateRow>[] = [
  { name: 'send', operation: 'updateCertificate', label: 'Send…', Dialog: SendDialog },
  { name: 'restore', operation: 'updateCertificate', label: 'Restore…', Dialog: RestoreDialog },
  { name: 'revoke', operation: 'updateCertificate', label: 'Revoke…', color: 'error', Dialog: RevokeDialog },
  { name: 'withdraw', operation: 'deleteCertificate', label: 'Withdraw…', color: 'error', Dialog: WithdrawDialog },
]
