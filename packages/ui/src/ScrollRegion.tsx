import type { ReactNode } from 'react'
import styles from './components.module.css'
import { classNames } from './text/class-names.ts'

interface Props {
  /** Accessible name of the scrolling content. */
  label: string
  /** Sets the maximum size and the border. */
  className?: string | undefined
  children: ReactNode
}

/** A scrolling area within a page. It is focusable so that arrow keys scroll it, and therefore needs a name. */
export const ScrollRegion = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
  <section className={classNames(styles.region, className)} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
