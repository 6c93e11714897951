import styles from './BookingCalendar.module.css'

export const Legend = ({ exam, accounts }: { exam: string | undefined; accounts: string }) => (
  <p className={styles.legend}>
    <span>Each bar is all {accounts} that can be used:</span>
    {exam && (
      <span>
        <i className={styles.mine} /> this exam
      </span>
    )}
    <span>
      <i className={styles.booked} /> {exam ? 'other exams' : 'exams'}
    </span>
    <span>
      <i className={styles.spares} /> spares
    </span>
    <span>
      <i className={styles.labs} /> labs
    </span>
    <span>
      <i className={styles.free} /> free
    </span>
  </p>
)
