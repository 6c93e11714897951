import type { Certificate } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { formatDate } from '../../lib/dates.ts'
import styles from './Dashboard.module.css'

/** The learner's newest certificates. */
export function MyCertificates({ certificates }: { certificates: Certificate[] }) {
  if (certificates.length === 0) return null
  return (
    <section className="stack">
      <div className="row between">
        <h2 className={styles.title}>My certificates</h2>
        <Link to={paths.certificates}>All certificates</Link>
      </div>
      <ul className={styles.labs}>
        {certificates.slice(0, 5).map((certificate) => (
          <Card as="li" key={certificate.id} className={styles.certificate}>
            <Icon name="certificate" size={26} />
            <div>
              <h3>
                <Link to={paths.certificate(certificate.id)}>{certificate.title ?? 'Withdrawn certificate'}</Link>
              </h3>
              {certificate.issued_at && <p className="small muted">Issued on {formatDate(certificate.issued_at)}</p>}
            </div>
            {certificate.state !== 'valid' && <Chip tone="warn">{states[certificate.state]}</Chip>}
          </Card>
        ))}
      </ul>
    </section>
  )
}

const states = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', withdrawn: 'Withdrawn' } as const
