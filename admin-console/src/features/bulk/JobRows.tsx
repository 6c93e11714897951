import type { BulkItem, BulkJob } from '@flagyard/api-types'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, useState } from 'react'
import { useGetList } from 'react-admin'
import { RESULTS, ResultList } from '../../crud/actions/ResultList.tsx'
import { RecordCard } from '../../crud/record/RecordCards.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import { pageOf } from './labels.tsx'

interface Props {
  job: BulkJob
  state: 'done' | 'failed'
  title: string
  children?: ReactNode
}

/** Paged rows of a job in one state. */
export function JobRows({ job, state, title, children }: Props) {
  const [from, setFrom] = useState(0)
  const { data, total, error } = useGetList<BulkItem>('bulk_items', {
    filter: { job: job.id, state },
    pagination: { page: 1 + from / RESULTS, perPage: RESULTS },
    sort: { field: 'position', order: 'ASC' },
  })
  return (
    <RecordCard title={title}>
      {data ? (
        <ResultList
          rows={data.map(({ id, label, message }) => ({ id, label, message }))}
          from={from}
          total={total ?? 0}
          onTurn={setFrom}
          to={pageOf(job)}
        />
      ) : error ? (
        <p role="alert">{sentenceOf(error)}</p>
      ) : (
        <Spinner label="Loading rows…" />
      )}
      {children}
    </RecordCard>
  )
}
