import type { Timeline, TimelineEvent } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Spinner } from '@flagyard/ui/Spinner'
import { Failed } from '@flagyard/ui/States'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { capitalised, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { actionWords } from '../audit/words.ts'
import styles from './UserTimeline.module.css'

/** Everything that happened to the account, of all tabs together, the newest first. */
export default function UserTimeline({ username }: { username: string }) {
  const provider = useDataProvider<ConsoleDataProvider>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['getUserTimeline', username],
    queryFn: ({ pageParam }): Promise<Timeline> =>
      provider.call('getUserTimeline', { username, ...(pageParam && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  })
  if (error && !data) return <Failed what="the timeline" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the timeline" />
  return (
    <div className={styles.frame}>
      <ol className={styles.events}>
        {data.pages
          .flatMap((page) => page.events)
          .map((event) => (
            <Event key={event.key} event={event} />
          ))}
      </ol>
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      ) : (
        <p className={styles.end}>This is where the account begins.</p>
      )}
    </div>
  )
}

function Event({ event: { at, kind, subject, detail } }: { event: TimelineEvent }) {
  const [what = '', done = ''] = kind.split('.')
  return (
    <li className={styles.event}>
      <time className={styles.at} dateTime={at}>
        {formatMoment(at)}
      </time>
      <div className={styles.what}>
        <b>{kind === 'audit' ? 'By an administrator' : `${capitalised(what)} ${done}`}</b>
        <span>{kind === 'audit' ? actionWords(subject) : subject}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </div>
    </li>
  )
}
