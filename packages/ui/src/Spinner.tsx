import styles from './Spinner.module.css'

/** The loading indicator of a whole screen: large, red and centred. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.page} role="status">
      <span className={styles.ring} data-testid="spinner" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
