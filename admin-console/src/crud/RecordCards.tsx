import type { ReactNode } from 'react'
import styles from './RecordCards.module.css'

/** The cards of a record's page, in two columns, or in one on a phone. */
export const CardColumns = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <div className={styles.columns}>
    <div className={styles.column}>{left}</div>
    <div className={styles.column}>{right}</div>
  </div>
)

export const RecordCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.card} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
)

/** Definition list of a record's properties. False entries are skipped. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode] | false)[] }) => (
  <dl className={styles.facts}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]} style={{ display: 'contents' }}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
)

interface Line {
  key: string
  text: ReactNode
  when?: ReactNode
}

/** History of a record, one entry per line, with a text for an empty history. */
export const Lines = ({ lines, empty }: { lines: readonly Line[]; empty: string }) =>
  lines.length === 0 ? (
    <p className={styles.quiet}>{empty}</p>
  ) : (
    <ol className={styles.lines}>
      {lines.map(({ key, text, when }) => (
        <li key={key}>
          <span>{text}</span>
          {when && <span className={styles.when}>{when}</span>}
        </li>
      ))}
    </ol>
  )

export const Quiet = ({ children }: { children: ReactNode }) => <p className={styles.quiet}>{children}</p>
