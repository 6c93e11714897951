import type { MailAbout, OrganisationPage } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import type { ComponentProps, ReactNode } from 'react'
import { capitalised, formatDay, formatMoment, wordsOf } from '../../lib/format.ts'
import { PersonLink } from '../links.tsx'
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

export const MailsCard = ({ mails, empty }: { mails: readonly MailAbout[]; empty: string }) => (
  <RecordCard title="E-mails">
    <Lines
      empty={empty}
      lines={mails.map(({ id, to, subject, state, created_at, sent_at }) => ({
        key: id,
        text: (
          <>
            {subject} · to {to}
          </>
        ),
        when: `${mailStateWords[state]} · ${formatMoment(sent_at ?? created_at)}`,
      }))}
    />
  </RecordCard>
)

export const mailStateWords: Record<MailAbout['state'], string> = {
  waiting: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  kept: 'Not sent: no mail server',
  failed: 'Failed',
  bounced: 'Bounced',
}

/** `on 3 Nov 2026, manually by fina`. */
export const TaxIdCheck = ({ check: { at, by } }: { check: NonNullable<OrganisationPage['tax_id_check']> }) => (
  <>
    on {formatDay(at)}, manually{by && ' by '}
    {by && <PersonLink username={by} />}
  </>
)

const tones = { published: 'good', beta: 'info', draft: 'warn', archived: 'neutral' } as const

export const statusNames = { published: 'Published', beta: 'Beta', draft: 'Draft', archived: 'Archived' } as const

export function StatusChip({ status }: { status: string }) {
  return <Chip tone={tones[status as keyof typeof tones] ?? 'neutral'}>{capitalised(status)}</Chip>
}

/** Makes the chip of a state, by its tone and its word. It also serves as the `render` of a column, and as a text of `Rows`. */
export const stateChip =
  <S extends string>(tones: Record<S, NonNullable<ComponentProps<typeof Chip>['tone']>>, words = wordsOf(tones)) =>
  ({ state }: { state: S }) => <Chip tone={tones[state]}>{words[state]}</Chip>
