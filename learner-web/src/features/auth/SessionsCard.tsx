import type { MySession } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage } from '@flagyard/ui/error-message'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { callQuery } from '../../lib/query.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './SessionsCard.module.css'

/** Where my account is signed in, and the ways to end it elsewhere. */
export function SessionsCard() {
  const { data: sessions, error, refetch } = useQuery(callQuery('listMySessions'))
  const { end, ending, heading } = useEndSessions()
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <Card as="section" className={styles.card}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        Where you are signed in
      </h2>
      {error && !sessions ? (
        <p role="alert" className={styles.failed}>
          {errorMessage(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      ) : (
        <ul className={styles.list} aria-busy={!sessions}>
          {sessions?.map((one) => (
            <Row key={one.id} session={one} ending={ending} onEnd={() => end(one)} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <Button busy={ending === 'all'} disabled={ending !== null} onClick={() => end('all')}>
            Sign out everywhere else
          </Button>
        </div>
      )}
      <p className="small muted">
        Something here that you do not know? Sign it out, then choose a new password: that signs out all the others too.
      </p>
    </Card>
  )
}

function Row({ session, ending, onEnd }: { session: MySession; ending: string | null; onEnd: () => void }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.device}>
          {session.seen_by ? `${session.seen_by} of our support looks on, read-only` : session.device}{' '}
          {session.current && <Chip tone="good">This device</Chip>}
        </p>
        <p className="small muted">
          Last used <time dateTime={session.last_used_at}>{formatDateTime(session.last_used_at)}</time>
          {session.address && (
            <>
              {' '}
              from <span className="mono">{session.address}</span>
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={ending === session.id}
          disabled={ending !== null}
          onClick={onEnd}
          aria-label={`Sign out ${session.device}, last used ${formatDateTime(session.last_used_at)}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** Ends one or all others; the focus then goes to the heading, since the button that held it is gone. */
function useEndSessions() {
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [ending, setEnding] = useState<string | null>(null)
  const end = async (target: MySession | 'all') => {
    setEnding(target === 'all' ? 'all' : target.id)
    try {
      if (target === 'all') await api.endMyOtherSessions()
      else await api.endMySession({ id: target.id })
      toasts.show({
        type: 'success',
        content: target === 'all' ? 'Every other device is signed out.' : `${target.device} is signed out.`,
      })
      heading.current?.focus()
    } catch (error) {
      toasts.show({ type: 'failure', content: errorMessage(error) })
    } finally {
      await cache.invalidateQueries(callQuery('listMySessions'))
      setEnding(null)
    }
  }
  return { end, ending, heading }
}
