import { ApiError } from '@flagyard/api-types/contract/problem'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery } from '../../lib/query.ts'
import { LabFlags } from '../flags/LabFlags.tsx'
import type { WayOn } from '../flags/LabSolved.tsx'
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
  /** The lesson after this one, where the lab is part of a course. */
  next?: WayOn | undefined
  /** The instructions. */
  children: ReactNode
}

/** Where a lab is done: how it stands in a strip above all, its instructions, and beside them its environment and flags. */
export default function LabWorkspace({ lab, title, lesson, onLessonCompleted, next, children }: Props) {
  const handle = useLab(lab, lesson)
  const { data: flags, error, refetch } = useQuery(callQuery('listLabFlags', { lab }))
  // The panel says already that there is no access.
  const isClosed = error instanceof ApiError && error.code === 'no_access'
  return (
    <div className={styles.workspace}>
      <LabStrip title={title} handle={handle} flags={flags} />
      <div id="instructions" className={styles.instructions}>
        {children}
      </div>
      <section id="lab" className={styles.lab} aria-label={`Lab: ${title}`}>
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
        {handle.myLab && <LabWalkthrough myLab={handle.myLab} />}
        {handle.myLab && <LabFiles myLab={handle.myLab} onDownloaded={handle.refresh} />}
      </section>
    </div>
  )
}
