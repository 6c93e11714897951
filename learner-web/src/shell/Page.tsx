import { classNames } from '@flagyard/ui/class-names'
import { type ReactNode, useEffect } from 'react'
import styles from './Page.module.css'

interface Props {
  /** The first heading, and the window's title. */
  title: string
  /** A sentence under the heading. */
  intro?: ReactNode
  /** `narrow` for forms and text. */
  width?: 'full' | 'narrow' | 'text'
  children?: ReactNode
}

/** The frame of an ordinary screen: its title, its measure, its distance from the header. */
export function Page({ title, intro, width = 'full', children }: Props) {
  useTitle(title)
  return (
    <div className={classNames('wrap', styles.page, styles[width])}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </header>
      {children}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Flagyard' ? title : `${title} · Flagyard`
  }, [title])
}
