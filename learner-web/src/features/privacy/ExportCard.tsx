import type { MyExport } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { saveFile } from '@flagyard/ui/save-file'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { showError } from '../../shell/toasts.ts'
import styles from './privacy.module.css'

const POLL_MS = 3000
const REQUEST = 'request'
const isInProgress = ({ state }: MyExport) => state === 'making'

export function ExportCard() {
  const cache = useQueryClient()
  const { run, isPending, pendingName } = useAction({ onError: showError })
  const {
    data: exports,
    error,
    refetch,
  } = useQuery({
    ...callQuery('listMyExports'),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL_MS : false),
  })
  const requestExport = () =>
    run(async () => {
      await api.requestMyExport()
      await cache.invalidateQueries(callQuery('listMyExports'))
    }, REQUEST)
  const download = (id: string) =>
    run(async () => saveFile(await api.downloadMyExport({ id }), 'flagyard-my-data.zip'), id)
  const inProgress = exports?.some(isInProgress) ?? false
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title} id="privacy">
        Your data
      </h2>
      <p>
        Download everything that we keep about you: profile, learning, labs, exams, orders and certificates, in files
        that any program can read.
      </p>
      {error && !exports ? (
        <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Archives exports={exports ?? []} pending={pendingName} onDownload={download} />
      )}
      <div>
        <Button busy={pendingName === REQUEST} disabled={inProgress || isPending} onClick={requestExport}>
          Create an archive of my data
        </Button>
      </div>
    </Card>
  )
}

interface ArchivesProps {
  exports: MyExport[]
  pending: string | undefined
  onDownload: (id: string) => void
}

function Archives({ exports, pending, onDownload }: ArchivesProps) {
  const [latest] = exports
  const ready = exports.filter(({ state }) => state === 'ready')
  return (
    <div role="status" className={styles.archives}>
      {exports.some(isInProgress) && (
        <p>We are preparing your archive. You can wait here, or leave: we will e-mail you when it is ready.</p>
      )}
      {latest?.state === 'failed' && <p>Your last archive could not be created. Please request it again.</p>}
      {ready.length > 0 && (
        <ul className={styles.list}>
          {ready.map((one) => (
            <Archive key={one.id} archive={one} pending={pending} onDownload={() => onDownload(one.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface ArchiveProps {
  archive: MyExport
  pending: string | undefined
  onDownload: () => void
}

const Archive = ({ archive: { id, asked_at, ready_until, bytes }, pending, onDownload }: ArchiveProps) => (
  <li className={styles.row}>
    <p>
      Archive from {formatDateTime(asked_at)}
      {bytes !== null && `, ${sizeOf(bytes)}`}
      {ready_until && <span className="small muted"> · available until {formatDateTime(ready_until)}</span>}
    </p>
    <Button
      size="small"
      busy={pending === id}
      disabled={pending !== undefined}
      aria-label={`Download the archive from ${formatDateTime(asked_at)}`}
      onClick={onDownload}
    >
      Download
    </Button>
  </li>
)

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
