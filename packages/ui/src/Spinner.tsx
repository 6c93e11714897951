import styles from './Spinner.module.css'

/** SPEC §2: large, red, in the centre of the page, while a screen loads. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.page} role="status">
      <span className={styles.ring} data-testid="spinner" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
