import { errorMessage, Failed } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/lab-shell.ts'
import { connectionOf } from './connection.ts'
import styles from './Shell.module.css'
import { ShellBox, ShellIsLoading } from './ShellBox.tsx'

interface Props {
  id: string
  /** Called when the shell reports that it is closed, so that the environment is refetched. */
  onFailure?(): void
}

/** Shell of a running environment. It is fetched once; after that, its state follows from the responses to its lines. */
export default function LabShell({ id, onFailure }: Props) {
  const { data, error, refetch } = useQuery({
    ...callQuery('getShell', { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const connection = useMemo(() => data && connectionOf(id, data), [id, data])
  if (error) return <Failed what={t.shellNoun} why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!connection) return <ShellIsLoading />
  if (connection.shell.read_only)
    return (
      <section className={styles.shell} aria-label={t.shell}>
        <h2 className={styles.title}>{t.shell}</h2>
        <p className="small muted">{connection.shell.banner}</p>
      </section>
    )
  return <ShellBox connection={connection} {...(onFailure && { onFailure })} />
}
