import { errorMessage } from '@flagyard/ui/error-message'
import { Failed } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../lib/query.ts'
import { connectionOf } from './connection.ts'
import styles from './Shell.module.css'
import { ShellBox, ShellIsLoading } from './ShellBox.tsx'

interface Props {
  /** The deployment whose account it is over. */
  id: string
  /** It answered that it is closed: whoever shows the environment looks again. */
  onFailure?(): void
}

/** The shell of a running environment. It is read once: afterwards it is what its lines make of it. */
export default function LabShell({ id, onFailure }: Props) {
  const { data, error, refetch } = useQuery({
    ...callQuery('getShell', { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const connection = useMemo(() => data && connectionOf(id, data), [id, data])
  if (error) return <Failed what="the shell" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!connection) return <ShellIsLoading />
  if (connection.shell.read_only)
    return (
      <section className={styles.shell} aria-label="Shell">
        <h2 className={styles.title}>Shell</h2>
        <p className="small muted">{connection.shell.banner}</p>
      </section>
    )
  return <ShellBox connection={connection} {...(onFailure && { onFailure })} />
}
