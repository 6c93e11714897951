import type { BulkPreview, IncidentAsk } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { FailedLine } from '@flagyard/ui/Feedback'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useCall } from '../../../crud/calls.tsx'
import { RESULTS } from '../../../crud/ResultList.tsx'
import { countOf, formatCount } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import styles from './Incident.module.css'
import type { IncidentActionName } from './incident-actions.ts'
import { nowOf, outcomeOf } from './incident-words.ts'

interface Ask {
  action: IncidentActionName
  filter: string
  incident: IncidentAsk
}

/** Preview per candidate: changes to the clock, slot and end, and the candidates that are not changed with the reason. */
export function DryRun({ ask }: { ask: Ask }) {
  const { data, error, refetch } = useCall('previewBulk', { bulkPreviewAsk: ask }, { staleTime: 0 })
  if (error) return <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Looking up what would change" />
  const { changes, refused, reasons } = data
  return (
    <section aria-label="Dry run" className={styles.forecast}>
      <p className={styles.sum} role="status">
        {changes === 0 ? 'Nobody would be changed' : forecasts[ask.action](changes)}
      </p>
      {changes > 0 && <Names ask={ask} show="changes" total={changes} first={data} />}
      {refused > 0 && (
        <details>
          <summary>
            {countOf(refused, 'exam')} will not change:{' '}
            {reasons.map(({ message, count }) => `${formatCount(count)} × ${message}`).join(' ')}
          </summary>
          <Names ask={ask} show="refused" total={refused} />
        </details>
      )}
    </section>
  )
}

const forecasts: Record<IncidentActionName, (count: number) => string> = {
  'incidents.stop': (count) => `${countOf(count, 'clock')} will be stopped`,
  'incidents.resume': (count) => `${countOf(count, 'clock')} will be let go on`,
  'incidents.extend': (count) => `${countOf(count, 'exam')} will get more time`,
  'incidents.postpone': (count) => `${countOf(count, 'exam')} will be postponed`,
  'incidents.write': (count) => `${countOf(count, 'candidate')} will be written to`,
  'incidents.rebuild': (count) => `${countOf(count, 'environment')} will be built again`,
}

function Names({
  ask,
  show,
  total,
  first,
}: {
  ask: Ask
  show: 'changes' | 'refused'
  total: number
  first?: BulkPreview
}) {
  const [from, setFrom] = useState(0)
  const isFirst = first !== undefined && from === 0
  const page = useCall('previewBulk', { bulkPreviewAsk: { ...ask, show, from } }, { staleTime: 0, enabled: !isFirst })
  const data = isFirst ? first : page.data
  if (!data) return <Spinner label="Loading the names" />
  return (
    <>
      <ScrollRegion label={show === 'changes' ? 'Who is changed' : 'Who is not'} className={styles.effects}>
        <ul>
          {data.rows.map(({ id, message, effect }) => (
            <li key={id}>
              <strong>{effect ? `${isolate(effect.full_name)} (${effect.username})` : id}</strong>
              {effect && (
                <span className={styles.beside}>
                  {effect.title} · {nowOf(effect)}
                </span>
              )}
              <span>{message ?? (effect && ask.action !== 'incidents.write' ? outcomeOf(effect) : '')}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {total > RESULTS && (
        <div className={styles.pager}>
          <Button size="small" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - RESULTS))}>
            Previous
          </Button>
          <span>
            {formatCount(from + 1)}–{formatCount(Math.min(from + data.rows.length, total))} of {formatCount(total)}
          </span>
          <Button size="small" disabled={from + RESULTS >= total} onClick={() => setFrom(from + RESULTS)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}
