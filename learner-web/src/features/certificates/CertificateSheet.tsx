import type { Certificate } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import type { ReactNode } from 'react'
import { formatUtcDate } from '../../lib/format.ts'
import { FactList } from '../../shell/sections.tsx'
import styles from './certificates.module.css'
import { typeNames } from './labels.ts'

/** Printed fields of a certificate. A sample has no ID, version or state. */
type Printed = Pick<
  Certificate,
  'name' | 'title' | 'type' | 'company' | 'points' | 'hours' | 'outcomes' | 'issued_at'
> &
  Partial<Pick<Certificate, 'id' | 'version' | 'state' | 'valid_until'>>

interface Props {
  certificate: Printed
  proof?: ReactNode
  children?: ReactNode
}

export function CertificateSheet({ certificate, proof, children }: Props) {
  const { state, type, name, title, company, outcomes } = certificate
  const isStruck = state !== undefined && state !== 'valid'
  return (
    <Card as="article" flush className={classNames(styles.sheet, isStruck && styles.struck)}>
      <p className={styles.kind}>{type && typeNames[type]}</p>
      <div className={styles.said}>
        <h2 className={styles.name} dir="auto">
          {name ?? 'Name hidden by its holder'}
        </h2>
        <p>{type === 'arte' ? 'has passed the exam and earned the title' : 'has completed every required lesson of'}</p>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        {company && (
          <p>
            for <bdi>{company}</bdi>
          </p>
        )}
      </div>
      <Facts certificate={certificate} />
      <div className={styles.proof}>
        {outcomes.length > 0 && (
          <div>
            <h3 className="small">Learning outcomes</h3>
            <ul className={styles.outcomes}>
              {outcomes.map((outcome) => (
                <li key={outcome}>{outcome}</li>
              ))}
            </ul>
          </div>
        )}
        {proof}
      </div>
      {children}
    </Card>
  )
}

function Facts({ certificate }: { certificate: Printed }) {
  const { id, version, type, points, hours, issued_at, valid_until } = certificate
  return (
    <FactList
      className={styles.facts}
      facts={[
        ['Issued', issued_at && formatUtcDate(issued_at)],
        ['Valid until', valid_until ? formatUtcDate(valid_until) : valid_until === null ? 'No end date' : null],
        ['Points', points],
        ['Hours of study', type === 'arte' ? null : hours],
        ['Version', version],
        ['ID', id && <span className="mono">{id}</span>],
      ]}
    />
  )
}
