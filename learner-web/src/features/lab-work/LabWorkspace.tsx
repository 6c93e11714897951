import { ApiError } from '@flagyard/api-types/contract/problem'
import { classNames } from '@flagyard/ui/class-names'
import { Loading } from '@flagyard/ui/Feedback'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { callQuery } from '../../lib/query.ts'
import { LabDefenseSide } from '../shell/Defense.tsx'
import { LazyLabShell, LazyRehearsal } from '../shell/lazy-shell.ts'
import { LabFlags } from './flags/LabFlags.tsx'
import type { WayOn } from './flags/LabSolved.tsx'
import { LabFiles } from './LabFiles.tsx'
import { LabPanel } from './LabPanel.tsx'
import { LabStrip } from './LabStrip.tsx'
import { LabWalkthrough } from './LabWalkthrough.tsx'
import styles from './LabWorkspace.module.css'
import { type CourseLessonRef, useLab } from './useLab.ts'

interface Props {
  lab: string
  title: string
  lesson: CourseLessonRef
  onLessonCompleted?: (() => void) | undefined
  /** The next lesson, if the lab is part of a course. */
  next?: WayOn | undefined
  /** The instructions. */
  children: ReactNode
}

/** Workspace of a lab: status bar at the top, instructions, and next to them the environment and flags. */
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
      <section id="lab" className={styles.lab} aria-label={`Lab: ${title}`}>
        {running && (
          <ScreenBoundary>
            <Suspense fallback={<Loading what="the shell" />}>
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
            <Suspense fallback={<Loading what="the rehearsal" />}>
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
