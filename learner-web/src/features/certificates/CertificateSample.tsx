import type { Certificate } from '@flagyard/api-types'
import { CertificateSheet } from './CertificateSheet.tsx'
import styles from './certificates.module.css'

interface Props {
  type: NonNullable<Certificate['type']>
  title: string
  hours?: number
  outcomes?: string[]
}

/** Sample certificate of a fictional person. It has no ID and no public page, so it cannot be verified. */
export default function CertificateSample({ type, title, hours, outcomes = [] }: Props) {
  return (
    <div className={styles.sample}>
      <span className={styles.mark}>Sample</span>
      <CertificateSheet
        certificate={{
          type,
          title,
          outcomes,
          name: 'Robin Example',
          company: type === 'commercial' ? 'Example Ltd' : null,
          points: null,
          hours: hours ?? null,
          issued_at: new Date().toISOString(),
        }}
      />
    </div>
  )
}
