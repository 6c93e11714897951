import type { FeedbackAnswerRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { ActionButton } from '../../../crud/actions.tsx'
import { quotable } from '../quotable.ts'
import styles from './Analytics.module.css'

interface Props {
  row: FeedbackAnswerRow
}

/** Quote permission and state of a text, with actions to publish it on the course's page or to remove it. */
export function Quoting({ row }: Props) {
  if (!row.quote_as) return <span className={styles.beside}>not to be quoted</span>
  return (
    <span className="row">
      <Chip tone={row.published_at ? 'info' : 'good'}>{row.published_at ? 'Quoted' : quotable[row.quote_as]}</Chip>
      {row.allowed.includes('publish') && <Publish row={row} />}
      {row.allowed.includes('unpublish') && <Unpublish row={row} />}
    </span>
  )
}

const Publish = ({ row: { id, answer, course_title } }: Props) => (
  <ActionButton
    operation="publishQuote"
    label="Quote…"
    size="small"
    title={`Quote it on the page of ${course_title}?`}
    call={(provider) => provider.call('publishQuote', { answer_id: id })}
    successMessage="It stands on the page of the course"
    submitLabel="Quote it"
  >
    <p className={styles.said}>{answer}</p>
    <p>
      Everybody can read it there, word for word, under the name that its learner chose. They can withdraw it at any
      time.
    </p>
  </ActionButton>
)

const Unpublish = ({ row: { id, course_title } }: Props) => (
  <ActionButton
    operation="unpublishQuote"
    label="Take off…"
    size="small"
    title={`Take it off the page of ${course_title}?`}
    call={(provider) => provider.call('unpublishQuote', { answer_id: id })}
    successMessage="It is not quoted any more"
    submitLabel="Take it off"
    cancelLabel="Leave it"
  >
    <p>It leaves the page at once. It can be quoted again, as long as its learner allows it.</p>
  </ActionButton>
)
