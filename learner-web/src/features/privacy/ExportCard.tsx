import type { MyExport } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/privacy.ts'
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
        {t.yourData}
      </h2>
      <p>{t.exportIntro}</p>
      <LoadedLater query={query} what={t.yourArchives} isLine>
        {(exports) => <Archives exports={exports} />}
      </LoadedLater>
      <Button busy={isPending} disabled={query.data?.some(isInProgress)} onClick={requestExport}>
        {t.createArchive}
      </Button>
    </Card>
  )
}

function Archives({ exports }: { exports: MyExport[] }) {
  const [latest] = exports
  const ready = exports.filter(({ state }) => state === 'ready')
  return (
    <div role="status" className={styles.archives}>
      {exports.some(isInProgress) && <p>{t.preparingArchive}</p>}
      {latest?.state === 'failed' && <p>{t.archiveFailed}</p>}
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
      {t.archive({
        askedAt: formatDateTime(asked_at),
        hasSize: String(bytes !== null),
        size: bytes !== null && sizeOf(bytes),
        hasEnd: String(ready_until !== null),
        end: ready_until && formatDateTime(ready_until),
        note: (children) => <span className="small muted">{children}</span>,
      })}
    </p>
    <DownloadButton
      size="small"
      load={() => api.downloadMyExport({ id })}
      name="my-data.zip"
      aria-label={t.downloadArchive({ askedAt: formatDateTime(asked_at) })}
    >
      {t.download}
    </DownloadButton>
  </li>
)

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? t.kilobytes({ size: Math.ceil(bytes / 1000) }) : t.megabytes({ size: (bytes / 1e6).toFixed(1) })
