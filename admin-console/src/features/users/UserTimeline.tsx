import type { TimelineEvent, TimelineTopic } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button, MenuItem, TextField } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCreatePath, useDataProvider, useRecordContext } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { capitalised, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { actionLabel } from '../audit/labels.ts'
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
        label="Topic"
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
      {!data && <Spinner label="Loading the timeline…" />}
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
          Show earlier events
        </Button>
      )}
      {data && !hasNextPage && (
        <p className={styles.end}>{topic ? 'No earlier events of this kind.' : 'No earlier events.'}</p>
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

interface EventGroup {
  key: string
  at: string
  kind: string
  subject: string
  count: number
  details: string[]
}

const SAME_MOMENT_MS = 60_000

/** Merges identical events with the same time, such as seats bought together. */
function groupEvents(events: TimelineEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const { key, at, kind, subject, detail } of events) {
    const last = groups.at(-1)
    const details = detail ? [detail] : []
    const belongs =
      last?.kind === kind &&
      last.subject === wordsOf(kind, subject) &&
      Date.parse(last.at) - Date.parse(at) < SAME_MOMENT_MS
    if (belongs) {
      last.count += 1
      last.details = [...new Set([...last.details, ...details])]
    } else groups.push({ key, at, kind, subject: wordsOf(kind, subject), count: 1, details })
  }
  return groups
}

const wordsOf = (kind: string, subject: string) => (kind === 'audit' ? actionLabel(subject) : subject)

/** `order.paid` → `Order paid`. */
function titleOf(kind: string): string {
  const [what = '', done = ''] = kind.split('.')
  return titles[kind] ?? `${capitalised(what)} ${done}`
}

const titles: Readonly<Record<string, string>> = {
  audit: 'Administrator change',
  'flag.alert': 'Submitted another learner’s flag',
  'flag.leaked': 'Someone else submitted their flag',
}

const topicNames: Record<TimelineTopic, string> = {
  account: 'Account',
  access: 'Access',
  course: 'Courses',
  lesson: 'Lessons',
  flag: 'Flags',
  deployment: 'Deployments',
  exam: 'Exams',
  voucher: 'Vouchers',
  certificate: 'Certificates',
  order: 'Orders',
  mail: 'E-mails',
  session: 'Sessions',
  audit: 'Administrator changes',
}

const tabs: Record<string, string> = {
  access: 'entitlements',
  course: 'progress',
  lesson: 'progress',
  deployment: 'deployments',
  exam: 'exams',
  voucher: 'vouchers',
  certificate: 'certificates',
  order: 'orders',
  mail: 'mails',
  session: 'sessions',
  audit: 'audit',
}

/** The tab with details about an event. */
const tabOf = (kind: string): string | undefined => tabs[kind.split('.')[0] ?? '']
