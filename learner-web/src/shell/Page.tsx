import { siteName } from '@flagyard/ui/brand'
import { classNames } from '@flagyard/ui/class-names'
import { type ReactNode, useEffect } from 'react'
import styles from './shell.module.css'

interface Props {
  /** Main heading, and the document title unless `windowTitle` is set. */
  title: string
  windowTitle?: string | undefined
  intro?: ReactNode
  /** `narrow` for forms, `text` for reading. */
  width?: 'full' | 'narrow' | 'text'
  /** A picture next to the content, on wide screens. */
  aside?: ReactNode
  children?: ReactNode
}

export function Page({ title, windowTitle, intro, width = 'full', aside, children }: Props) {
  useTitle(windowTitle ?? title)
  return (
    <div className={classNames('wrap', styles.page, styles[width], aside !== undefined && styles.withAside)}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </header>
      {children}
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title])
}
