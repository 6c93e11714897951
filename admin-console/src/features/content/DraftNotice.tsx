import { formatMoment } from '../../lib/format.ts'
import styles from './content.module.css'
import type { ContentRecord } from './content-record.ts'

/** What people do not see yet, when they will, and what stands in the way. */
export function DraftNotice({ record, recordLabel }: { record: ContentRecord; recordLabel: string }) {
  const { status, missing, draft, planned } = record
  const isHidden = status === 'draft' || !!draft
  if (!isHidden || (missing.length === 0 && !draft && !planned)) return null
  return (
    <section className={styles.missing} aria-label="Not published yet">
      {draft && (
        <p>
          These changes are a draft, saved {draft.saved_by && `by ${draft.saved_by} `}on {formatMoment(draft.saved_at)}.
          Learners see the {recordLabel} as it was.
          {draft.changes.some(({ outdated }) => outdated) &&
            ' What they see was changed after the draft began: publishing would undo that.'}
        </p>
      )}
      {planned && (
        <p>
          {planned.refused
            ? `It was not published at ${formatMoment(planned.at)}: ${planned.refused}`
            : `It will be published on ${formatMoment(planned.at)}.`}
        </p>
      )}
      {missing.length > 0 && (
        <>
          Before this {recordLabel} can be published:
          <ul>
            {missing.map(({ field, message }) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
