import type { ReactNode } from 'react'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

export interface ProseSection {
  title: string
  body: ReactNode
}

/** A page of text, in sections with headings. */
export function Prose({
  title,
  intro,
  sections,
  children,
}: {
  title: string
  intro?: ReactNode
  sections: ProseSection[]
  children?: ReactNode
}) {
  return (
    <Page title={title} intro={intro} width="text">
      {sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2 className={styles.title}>{section.title}</h2>
          {section.body}
        </section>
      ))}
      {children}
    </Page>
  )
}
