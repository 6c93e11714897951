import type { MyExamDetails } from '@flagyard/api-types'
import styles from './Examroom.module.css'
import { formatHour, myZone } from './zoned-time.ts'

/** Notice shown while support is viewing the exam room. */
export const SupportNote = ({ support }: Pick<MyExamDetails, 'support'>) => (
  <div role="status" className={styles.connection}>
    {support && (
      <p>
        <strong>Our support looks into your room</strong> since {formatHour(support.since, myZone())}, until{' '}
        {formatHour(support.until, myZone())} at most: {support.by}, because “{support.reason}”. Your credentials stay
        hidden from them, and your time goes on as ever.
      </p>
    )}
  </div>
)
