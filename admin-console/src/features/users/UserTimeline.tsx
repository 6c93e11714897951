import type { TimelineTopic } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button, MenuItem, TextField } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCreatePath, useDataProvider, useRecordContext } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { type EventGroup, groupEvents, tabOf, titleOf, topicNames } from './timeline.ts'
import styles from './UserTimeline.module.css'

/** All events of the account, newest first. */
export default function UserTimeline() {
  const username = String(useRecordContext()?.id)
  const provider = useDataProvider<ConsoleDataProvider>()
  const [search, setSearch] = useSearchParams()
  const topic = topicIn(search.get('about'))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['getUserTimeline', username, topic],
    queryFn: ({ pageParam: before }) =>
      provider.call('getUserTimeline', { username, ...(topic && { topic }), ...(before && { before }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (error && !data) return <Failed what="the timeline" why={sentenceOf(error)} onRetry={() => void refetch()} />
  const groups = groupEvents(data?.pages.flatMap(({ events }) => events) ?? [])
  return (
    <div className={styles.frame}>
      <TextField
        select
        label="About"
        value={topic}
        onChange={(event) => setSearch(event.target.value ? { about: event.target.value } : {}, { replace: true })}
        className={styles.topic ?? ''}
      >
        <MenuItem value="">Everything</MenuItem>
        {Object.entries(topicNames).map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {!data && <Spinner label="Loading the timeline" />}
      {groups.length > 0 && (
        <ol className={styles.events}>
          {groups.map((group) => (
            <Event key={group.key} group={group} username={username} />
          ))}
        </ol>
      )}
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      )}
      {data && !hasNextPage && (
        <p className={styles.end}>
          {topic ? 'There is nothing earlier about this.' : 'This is where the account begins.'}
        </p>
      )}
    </div>
  )
}

const topicIn = (about: string | null): TimelineTopic | '' =>
  about !== null && Object.hasOwn(topicNames, about) ? (about as TimelineTopic) : ''

/** Several events of the same kind at the same time share a line. */
function Event({ group, username }: { group: EventGroup; username: string }) {
  const createPath = useCreatePath()
  const { at, kind, count, subject, details } = group
  const tab = tabOf(kind)
  const title = `${count > 1 ? `${count} × ` : ''}${titleOf(kind)}`
  return (
    <li className={styles.event}>
      <time className={styles.at} dateTime={at}>
        {formatMoment(at)}
      </time>
      <div className={styles.what}>
        <b>
          {tab ? (
            <Link to={`${createPath({ resource: 'users', type: 'edit', id: username })}/${tab}`}>{title}</Link>
          ) : (
            title
          )}
        </b>
        <span>{subject}</span>
        {details.length > 0 && <span className={styles.detail}>{details.join(', ')}</span>}
      </div>
    </li>
  )
}
