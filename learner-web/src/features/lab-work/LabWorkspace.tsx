import type { MyLabDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { saveFile } from '@flagyard/ui/save-file'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/lab-work.ts'
import { LabDefenseSide } from '../shell/Defense.tsx'
import { LazyLabShell, LazyRehearsal } from '../shell/lazy-shell.ts'
import { LabFlags } from './flags/LabFlags.tsx'
import type { NextLink } from './flags/LabSolved.tsx'
import { WalkthroughDialog } from './flags/SolvedFlag.tsx'
import { LabPanel } from './LabPanel.tsx'
import { LabStrip } from './LabStrip.tsx'
import styles from './lab-work.module.css'
import { type CourseLessonRef, useLab } from './useLab.ts'

interface Props {
  lab: string
  title: string
  lesson: CourseLessonRef
  onLessonCompleted?: (() => void) | undefined
  /** The next lesson, if the lab is part of a course. */
  next?: NextLink | undefined
  children: ReactNode
}

export default function LabWorkspace({ lab, title, lesson, onLessonCompleted, next, children }: Props) {
  const handle = useLab(lab, lesson)
  const { data: flags, error, refetch } = useQuery(callQuery('listLabFlags', { lab }))
  // The panel already shows that there is no access.
  const isClosed = error instanceof ApiError && error.code === 'no_access'
  const { myLab } = handle
  const running = myLab?.deployment?.has_shell ? myLab.deployment : null
  // Used as the key of `LabDefenseSide`, so that it remounts and reloads its data once all flags are solved.
  const isSolved = flags?.every(({ solved_at }) => solved_at !== null) ?? false
  const place = { course: lesson.slug, section: lesson.section, lesson: lesson.lesson }
  return (
    <div className={classNames(styles.workspace, (running || myLab?.can_rehearse) && styles.withShell)}>
      <LabStrip title={title} handle={handle} flags={flags} />
      <div id="instructions" className={styles.instructions}>
        {children}
      </div>
      <section id="lab" className={styles.lab} aria-label={t.labTitle({ title })}>
        {running && (
          <ScreenBoundary>
            <Suspense fallback={<Loading what={t.shellNoun} />}>
              <LazyLabShell key={running.id} id={running.id} onFailure={handle.refresh} />
            </Suspense>
          </ScreenBoundary>
        )}
        <LabPanel handle={handle} />
        {!isClosed && (
          <LabFlags
            lab={lab}
            flags={flags}
            error={error}
            retry={() => void refetch()}
            onSolved={handle.refresh}
            onLessonCompleted={onLessonCompleted}
            deployment={handle.myLab?.deployment ?? null}
            next={next}
          />
        )}
        {myLab?.has_defense && <LabDefenseSide key={String(isSolved)} lab={lab} />}
        {myLab?.can_rehearse && !running && (
          <ScreenBoundary>
            <Suspense fallback={<Loading what={t.rehearsalNoun} />}>
              <LazyRehearsal place={place} hasRealLab />
            </Suspense>
          </ScreenBoundary>
        )}
        {handle.myLab && <LabWalkthrough myLab={handle.myLab} />}
        {handle.myLab && <LabFiles myLab={handle.myLab} onDownloaded={handle.refresh} />}
      </section>
    </div>
  )
}

function LabFiles({ myLab, onDownloaded }: { myLab: MyLabDetails; onDownloaded: () => void }) {
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
        <h2 className={styles.title}>{t.files}</h2>
        <span className="small muted">{t.downloadsLeft({ count: downloads_left })}</span>
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
              aria-label={t.downloadFile({ name })}
              onClick={() => void download(name)}
            >
              {t.download}
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
  return bytes < 1_000_000
    ? t.kilobytes({ size: Math.max(1, Math.round(bytes / 1000)) })
    : t.megabytes({ size: (bytes / 1_000_000).toFixed(1) })
}

/** Walkthrough of the lab: the condition that unlocks it, and then its content. */
function LabWalkthrough({ myLab: { slug, title, walkthrough_state } }: { myLab: MyLabDetails }) {
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...callQuery('getLabWalkthrough', { slug }), enabled: open })
  if (walkthrough_state === 'none') return null
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>{t.walkthrough}</h2>
      {walkthrough_state === 'open' ? (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            {t.readWalkthrough}
          </Button>
        </div>
      ) : (
        <p className="small muted">{t.walkthroughLocked}</p>
      )}
      <WalkthroughDialog
        title={t.walkthroughTitle({ title })}
        open={open}
        onClose={() => setOpen(false)}
        query={query}
      />
    </section>
  )
}
