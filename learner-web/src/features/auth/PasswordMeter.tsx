import styles from './PasswordMeter.module.css'
import { passwordStrength } from './password-strength.ts'

/** Strength of a new password; empty while nothing is typed. */
export function PasswordMeter({ password, own }: { password: string; own: readonly string[] }) {
  const strength = password && passwordStrength(password, own)
  return (
    <div className={styles.meter} role="status">
      {strength && (
        <>
          <span className={styles.bar} data-strength={strength} aria-hidden="true" />
          <span className={styles.word}>{words[strength]}</span>
        </>
      )}
    </div>
  )
}

const words = {
  weak: 'Easy to guess. Add a word or two.',
  fair: 'Fair. Longer is better.',
  strong: 'Strong.',
} as const
