import type { Block, Span, TextOfPage } from '@flagyard/api-types/site-texts'
import { Link } from '@flagyard/ui/Link'
import { Fragment, type ReactNode } from 'react'
import { Page } from '../../shell/Page.tsx'
import styles from './Prose.module.css'

/** A text page in sections with headings. `more` adds content after a section, by the section's title. */
export function Prose({
  title,
  intro,
  sections,
  more = {},
}: {
  title: string
  intro: string
  sections: TextOfPage[]
  more?: Record<string, ReactNode>
}) {
  return (
    <Page title={title} intro={intro} width="text">
      {sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2 className={styles.title}>{section.title}</h2>
          {section.blocks.map(showBlock)}
          {more[section.title]}
        </section>
      ))}
    </Page>
  )
}

const showBlock = (block: Block, at: number) =>
  'items' in block ? (
    <ul key={at}>
      {block.items.map((spans, at) => (
        <li key={at}>{spans.map(showSpan)}</li>
      ))}
    </ul>
  ) : (
    <p key={at}>{block.map(showSpan)}</p>
  )

const showSpan = (span: Span, at: number) =>
  typeof span === 'string' ? (
    <Fragment key={at}>{span}</Fragment>
  ) : 'to' in span ? (
    <Link key={at} to={span.to}>
      {span.text}
    </Link>
  ) : (
    <span key={at} className="mono">
      {span.code}
    </span>
  )
