import type { MySession } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/auth.ts'
import { showError, showSuccess } from '../../shell/toasts.ts'
import styles from './auth.module.css'

const OTHERS = 'others'

export function SessionsCard() {
  const { data: sessions, error, refetch } = useQuery(callQuery('listMySessions'))
  const { endOne, endOthers, ending, heading } = useEndSessions()
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <Card as="section" className="stack">
      <h2 ref={heading} tabIndex={-1} className="heading">
        {t.sessions}
      </h2>
      {error && !sessions ? (
        <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.list} aria-busy={!sessions}>
          {groupsOf(sessions ?? []).map(({ newest, older }) => (
            <li key={newest.id} className={styles.row}>
              <Session session={newest} ending={ending} onEnd={() => endOne(newest)} />
              {older.length > 0 && (
                <details className={styles.older}>
                  <summary>{t.earlierSignIns({ count: older.length, device: newest.device })}</summary>
                  <ul className={styles.list}>
                    {older.map((one) => (
                      <li key={one.id} className={styles.row}>
                        <Session session={one} ending={ending} onEnd={() => endOne(one)} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button busy={ending === OTHERS} disabled={ending !== undefined} onClick={endOthers}>
          {t.endOthers}
        </Button>
      )}
      <p className="small muted">{t.sessionsHint}</p>
    </Card>
  )
}

/** Groups sessions of the same browser under the newest. The current session and support sessions are never collapsed. */
function groupsOf(sessions: MySession[]): { newest: MySession; older: MySession[] }[] {
  const groups: { newest: MySession; older: MySession[] }[] = []
  for (const session of sessions) {
    const isOwn = !session.current && session.impersonated_by === null
    const group =
      isOwn &&
      groups.find(
        ({ newest }) => !newest.current && newest.impersonated_by === null && newest.device === session.device,
      )
    if (group) group.older.push(session)
    else groups.push({ newest: session, older: [] })
  }
  return groups
}

function Session({ session, ending, onEnd }: { session: MySession; ending: string | undefined; onEnd: () => void }) {
  const usage = {
    createdAt: <time dateTime={session.created_at}>{formatDateTime(session.created_at)}</time>,
    lastUsedAt: <time dateTime={session.last_used_at}>{formatDateTime(session.last_used_at)}</time>,
  }
  return (
    <>
      <div className={styles.words}>
        <p className={styles.device}>
          {session.impersonated_by ? t.viewedBySupport({ supporter: session.impersonated_by }) : session.device}{' '}
          {session.current && <Chip tone="good">{t.thisDevice}</Chip>}
        </p>
        <p className="small muted">
          {session.address
            ? t.usageFrom({ ...usage, address: <span className="mono">{session.address}</span> })
            : t.usage(usage)}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={ending === session.id}
          disabled={ending !== undefined}
          onClick={onEnd}
          aria-label={t.signOutDevice({ device: session.device, lastUsedAt: formatDateTime(session.last_used_at) })}
        >
          {t.signOut}
        </Button>
      )}
    </>
  )
}

/** Signs out one device or all others, then focuses the heading, because the pressed button is gone. */
function useEndSessions() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { run, pendingName } = useAction({ onError: showError })
  const end = (name: string, send: () => Promise<unknown>, message: string) =>
    run(async () => {
      await send().finally(() => queryClient.invalidateQueries(callQuery('listMySessions')))
      showSuccess(message)
      heading.current?.focus()
    }, name)
  return {
    heading,
    ending: pendingName,
    endOne: ({ id, device }: MySession) => end(id, () => api.endMySession({ id }), t.deviceSignedOut({ device })),
    endOthers: () => end(OTHERS, () => api.endMyOtherSessions(), t.othersSignedOut),
  }
}
