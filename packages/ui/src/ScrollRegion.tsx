import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ScrollRegion.module.css'

interface Props {
  /** What scrolls in it, as a screen reader tells it. */
  label: string
  /** How large it may become, and what is drawn around it. */
  className?: string | undefined
  children: ReactNode
}

/** What scrolls inside its page: reachable by keyboard, so that arrows scroll it, and therefore named. */
export const ScrollRegion = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, nobody could scroll it by keyboard.
  <section className={classNames(styles.region, className)} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
