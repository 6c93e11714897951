import styles from './ProgressBar.module.css'

/** How much of something is done, in percent. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const shown = Math.max(0, Math.min(100, Math.round(value)))
  return <progress className={styles.bar} max={100} value={shown} aria-label={label} />
}
