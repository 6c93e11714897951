import type { MyLabDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/FormError'
import { countOf } from '@flagyard/ui/format'
import { saveFile } from '@flagyard/ui/save-file'
import { api } from '../../lib/api.ts'
import { useAction } from '../../lib/useAction.ts'
import styles from './LabPanel.module.css'

/** Files of a lab, and the number of downloads left. */
export function LabFiles({ myLab, onDownloaded }: { myLab: MyLabDetails; onDownloaded: () => void }) {
  const { slug, downloads, downloads_left } = myLab
  const { run, pendingName, error } = useAction()
  if (downloads.length === 0) return null
  const download = (name: string) =>
    run(async () => {
      const response = await api.downloadLabFile({ slug, labDownloadPayload: { name } })
      // Counts as a download as soon as the response has started, even if it is not completed.
      onDownloaded()
      await saveFile(response, name)
    }, name)
  return (
    <section className={styles.panel}>
      <div className="row between">
        <h2 className={styles.title}>Files</h2>
        <span className="small muted">{countOf(downloads_left, 'download')} left</span>
      </div>
      <ul className={styles.files}>
        {downloads.map(({ name, bytes }) => (
          <li key={name} className="row between">
            <span className={styles.file}>
              {name} <span className="muted tiny">{sizeOf(bytes)}</span>
            </span>
            <Button
              size="small"
              disabled={downloads_left === 0}
              busy={pendingName === name}
              aria-label={`Download ${name}`}
              onClick={() => void download(name)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      <FormError>{error}</FormError>
    </section>
  )
}

/** `3 kB`, `1.4 MB`. */
function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
