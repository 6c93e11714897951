import styles from './components.module.css'
import { classNames } from './text/class-names.ts'

/** Progress in percent. Green at 100. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const shown = Math.max(0, Math.min(100, Math.round(value)))
  return (
    <progress
      className={classNames(styles.bar, value >= 100 && styles.full)}
      max={100}
      value={shown}
      aria-label={label}
    />
  )
}
