import type { MyExport } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { LoadedLater } from '../../shell/Loaded.tsx'
import { showError } from '../../shell/toasts.ts'
import styles from './privacy.module.css'

const POLL_MS = 3000
const isInProgress = ({ state }: MyExport) => state === 'making'

export function ExportCard() {
  const { run, isPending } = useAction({ onError: showError })
  const query = useQuery({
    ...callQuery('listMyExports'),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL_MS : false),
  })
  const requestExport = () =>
    run(async () => {
      await api.requestMyExport()
      await queryClient.invalidateQueries(callQuery('listMyExports'))
    })
  return (
    <Card as="section" className="stack">
      <h2 className="heading" id="privacy">
        Your data
      </h2>
      <p>
        Download everything that we store about you: profile, learning, labs, exams, orders and certificates, in files
        that any program can read.
      </p>
      <LoadedLater query={query} what="your archives" isLine>
        {(exports) => <Archives exports={exports} />}
      </LoadedLater>
      <Button busy={isPending} disabled={query.data?.some(isInProgress)} onClick={requestExport}>
        Create an archive of my data
      </Button>
    </Card>
  )
}

function Archives({ exports }: { exports: MyExport[] }) {
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
            <Archive key={one.id} archive={one} />
          ))}
        </ul>
      )}
    </div>
  )
}

const Archive = ({ archive: { id, asked_at, ready_until, bytes } }: { archive: MyExport }) => (
  <li className={styles.row}>
    <p>
      Archive from {formatDateTime(asked_at)}
      {bytes !== null && `, ${sizeOf(bytes)}`}
      {ready_until && <span className="small muted"> · available until {formatDateTime(ready_until)}</span>}
    </p>
    <DownloadButton
      size="small"
      load={() => api.downloadMyExport({ id })}
      name="my-data.zip"
      aria-label={`Download the archive from ${formatDateTime(asked_at)}`}
    >
      Download
    </DownloadButton>
  </li>
)

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
