import type { BulkJob } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { consolePaths, filteredList } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Spinner } from '@flagyard/ui/Spinner'
import { useState } from 'react'
import { useRecordSelection } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { formatCount, sentenceOf } from '../../lib/format.ts'
import { useAction } from '../../lib/useAction.ts'
import { useCall } from '../../lib/useCall.ts'
import { NamedRows } from '../../lists/NamedRows.tsx'
import styles from './BulkJobPage.module.css'
import { resourceOf } from './words.ts'

const PAGE = 50
/** So many are shown by themselves in the list; more are chosen there without. */
const MOST_SHOWN = 100
/** As many as one bulk action takes by name. */
const MOST_CHOSEN = 10_000

/** The rows that failed, each with its reason, and the way to try them again. */
export function FailedRows({ job }: { job: BulkJob }) {
  const [from, setFrom] = useState(0)
  const filter = JSON.stringify({ job: job.id, state: 'failed' })
  const range = JSON.stringify([from, from + PAGE - 1])
  const { data, error } = useCall('listBulkItems', { filter, range, sort: '["position","ASC"]' })
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{formatCount(job.failed)} failed</h2>
      {data ? (
        <NamedRows rows={data.data} from={from} total={data.total} size={PAGE} onTurn={setFrom} />
      ) : error ? (
        <p role="alert">{sentenceOf(error)}</p>
      ) : (
        <Spinner label="Loading what failed" />
      )}
      <ChooseAgain job={job} filter={filter} />
    </Card>
  )
}

function ChooseAgain({ job, filter }: { job: BulkJob; filter: string }) {
  const navigate = useNavigate()
  const resource = resourceOf(job)
  const [, { select }] = useRecordSelection({ resource })
  const [choose, busy] = useAction('They are chosen in the list', async ({ call }) => {
    const ids: string[] = []
    for (let from = 0; from < Math.min(job.failed, MOST_CHOSEN); from += 1_000) {
      const page = await call('listBulkItems', {
        filter,
        range: JSON.stringify([from, from + 999]),
        sort: '["position","ASC"]',
      })
      ids.push(...page.data.map(({ id }) => id))
    }
    select(ids)
    const { list } = bulkActionOf(job.action)
    navigate(ids.length <= MOST_SHOWN ? filteredList(list, { id: ids }) : consolePaths[list])
  })
  return (
    <div>
      <Button busy={busy} onClick={() => void choose()}>
        Choose the failed ones again
      </Button>
    </div>
  )
}
