import { consolePaths } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import type { ReactNode } from 'react'
import { useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { formatAgo, formatMoment } from '../../../lib/format.ts'
import type { ContentRecord, Missing as MissingItem } from '../content-record.tsx'
import { currentVersion, type PublishOperations, useKind } from './content-kinds.ts'
import styles from './Publish.module.css'
import { PublishButtons } from './PublishButtons.tsx'

/** Maps a missing item to the tab where it can be fixed, and the text of the link. */
export type PlaceOf = (item: MissingItem) => [tab: string, words: string]

interface Props {
  record: ContentRecord
  placeOf?: PlaceOf
  /** Actions that only this kind of content has. */
  children?: ReactNode
}

/** Publication status, missing items and unpublished changes, for all kinds of content. */
export function Publish({ record, placeOf = inTheForm, children }: Props) {
  const { label, operations } = useKind()
  const { status, draft, planned, missing } = record
  return (
    <div className={styles.stack}>
      <section className={styles.card} aria-labelledby="missing">
        <h2 id="missing" className={styles.title}>
          {missing.length === 0 ? 'Ready to publish' : 'Missing before publication'}
        </h2>
        {missing.length === 0 ? (
          <p className="muted small">This {label} has everything that is required for publication.</p>
        ) : (
          <ul className={styles.list} aria-label="Missing">
            {missing.map((item) => (
              <Missing
                key={`${item.code ?? item.field} ${item.lesson_id} ${item.message}`}
                record={record}
                item={item}
                placeOf={placeOf}
              />
            ))}
          </ul>
        )}
      </section>
      {draft && operations && <Draft record={record} draft={draft} operations={operations} />}
      <section className={styles.card} aria-labelledby="publish">
        <h2 id="publish" className={styles.title}>
          {status === 'published' ? 'Visible to learners' : 'Not visible to learners'}
        </h2>
        <p className="small">{wordsOf(status, label, !operations)}</p>
        {planned && operations && <Planned record={record} planned={planned} operations={operations} />}
        <div className="row">
          {children}
          <PublishButtons record={record} />
        </div>
      </section>
    </div>
  )
}

const inTheForm: PlaceOf = () => ['', 'Edit']

function wordsOf(status: ContentRecord['status'], label: string, isImmediate: boolean): string {
  const words: Record<ContentRecord['status'], string> = {
    draft: `Only editors can see this ${label}.`,
    beta: `Only beta testers can open this ${label}.`,
    published: `Everyone can see this ${label}. ${
      isImmediate ? 'Your changes take effect when you save them.' : 'Your changes take effect when you publish them.'
    }`,
    archived: `This ${label} is no longer sold or granted. Learners who already have it keep access.`,
  }
  return words[status]
}

function Missing({ record, item, placeOf }: { record: ContentRecord; item: MissingItem; placeOf: PlaceOf }) {
  const { label } = useKind()
  const [tab, words] = placeOf(item)
  return (
    <li>
      <span>{item.message}</span>
      <Link to={`${consolePaths[label](record.id)}${tab}`}>{words}</Link>
    </li>
  )
}

interface Of {
  record: ContentRecord
  operations: PublishOperations
}

function Draft({ record, draft, operations }: Of & { draft: NonNullable<ContentRecord['draft']> }) {
  const { label } = useKind()
  return (
    <section className={styles.card} aria-labelledby="draft">
      <h2 id="draft" className={styles.title}>
        Unpublished changes
      </h2>
      <ul className={styles.list}>
        {draft.changes.map(({ part, title, outdated }) => (
          <li key={part}>
            {title}
            {outdated && <Chip tone="warn">Also changed by another administrator</Chip>}
          </li>
        ))}
      </ul>
      <p className="muted small">
        Saved {formatAgo(draft.saved_at)}
        {draft.saved_by && ` by ${draft.saved_by}`}
      </p>
      <div className="row">
        <RecordButtons record={record} actions={[discardAction(label, operations)]} />
      </div>
    </section>
  )
}

const Planned = ({ record, planned, operations }: Of & { planned: NonNullable<ContentRecord['planned']> }) => (
  <div className="row">
    <p className="small">
      {planned.refused
        ? `Publication failed on ${formatMoment(planned.at)}: ${planned.refused}`
        : `Scheduled for ${formatMoment(planned.at)}${planned.by ? ` by ${planned.by}` : ''}.`}
    </p>
    <RecordButtons record={record} actions={[cancelAction(operations)]} size="small" />
  </div>
)

const action = actionsOn<ContentRecord>()

const discardAction = (label: string, { discard }: PublishOperations) =>
  action({
    name: 'discard_draft',
    operation: discard,
    label: 'Discard…',
    title: 'Discard unpublished changes?',
    body: `The ${label} stays as learners see it now. You cannot restore the discarded changes.`,
    input: (record) => ({ slug: record.id, seenContent: { version: currentVersion(record) } }),
    submit: 'Discard changes',
    color: 'error',
    success: 'Changes discarded',
  })

const cancelAction = ({ cancel }: PublishOperations) =>
  action({
    name: 'cancel_publication',
    operation: cancel,
    label: 'Cancel schedule',
    input: ({ id }) => ({ slug: id }),
    success: 'Scheduled publication cancelled',
  })

/** Publish tab of a lab, an exam or a bundle. */
export function PublishPanel() {
  const record = useRecordContext<ContentRecord>()
  return record && <Publish record={record} placeOf={placeOf} />
}

const placeOf: PlaceOf = ({ field }) => (field === 'tested_at' ? ['/test', 'Test'] : ['', 'Edit'])
