import type { VoucherBatchReport } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { RecordCard } from '../../crud/RecordCards.tsx'
import { countOf } from '../../lib/format.ts'
import styles from './BatchCreate.module.css'

export const BatchReport = ({
  report: { title, count, recipients, refused, rows },
}: {
  report: VoucherBatchReport
}) => (
  <RecordCard title="What is made">
    <p role="status">
      {refused > 0
        ? `${refused} of ${countOf(recipients, 'line')} ${refused === 1 ? 'has an error' : 'have errors'}. Nothing is made before every line is right.`
        : `${countOf(count, 'voucher')} for ${title}. ${
            recipients === 0
              ? 'Nobody is mailed: you download the codes.'
              : `${recipients === 1 ? 'One person is' : `${recipients.toLocaleString('en')} people are`} mailed their code at once.`
          }`}
    </p>
    {rows.length > 0 && (
      <ScrollRegion label="Lines" className={styles.rows}>
        <ul>
          {rows.map(({ line, email, error }) => (
            <li key={`${line} ${email}`}>
              <span className={styles.line}>Line {line}</span>
              <span>{email || 'nothing'}</span>
              {error && <span className={styles.error}>{error}</span>}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    )}
  </RecordCard>
)
