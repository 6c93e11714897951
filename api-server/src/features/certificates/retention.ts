import { certificateCorrections, certificates, certificateVersions } from '../../db/schema/index.ts'
import { FOR_EVER, type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const certificateRetention: readonly RetentionRule[] = [
  {
    name: 'certificates',
    what: 'Certificates and their pages',
    days: null,
    since: FOR_EVER,
    why: 'So that anyone can check them. Your name goes with your account, unless you choose to leave it.',
    tables: [certificates, certificateVersions],
  },
  {
    name: 'certificate-corrections',
    what: 'Requests to correct a certificate, and our answers',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'To tell why a certificate says what it says.',
    tables: [certificateCorrections],
  },
]
