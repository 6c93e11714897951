import type { ReactNode } from 'react'
import styles from './Group.module.css'

/** Fields of a long form that belong together, under a heading of their own. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Short fields beside each other, where there is room. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>
