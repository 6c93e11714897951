import type { ReactNode } from 'react'
import styles from './FormError.module.css'

/** Why a form or an action was refused, if it was. Always in the page, so that a text which appears in it is read out. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  )
}

/** The same in a box, above the fields of a form. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className={styles.problem}>
      {children}
    </p>
  )
