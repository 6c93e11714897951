import type { ElementType, ReactNode } from 'react'
import styles from './components.module.css'
import { classNames } from './text/class-names.ts'

interface Props {
  as?: ElementType
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A bordered surface; `flush` when its content brings its own padding. */
export function Card({ as: Element = 'div', flush = false, className, children }: Props) {
  return <Element className={classNames(styles.card, !flush && styles.padded, className)}>{children}</Element>
}
