import type { ReactNode } from 'react'
import styles from './FormError.module.css'

/** Error of a form or an action. Always rendered, so that screen readers announce new text. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  )
}

/** The same in a box above the fields of a form. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className={styles.problem}>
      {children}
    </p>
  )
