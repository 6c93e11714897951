import { Button } from '@flagyard/ui/Button'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import styles from './lesson-reports.module.css'
import { MyReports } from './MyReports.tsx'
import type { LessonPlace } from './place.ts'

/** Loaded once somebody has found an error. */
const ReportDialog = lazyScreen(() => import('./ReportDialog.tsx'))

interface Props {
  place: LessonPlace
  title: string
  hasFilm: boolean
}

/** At the end of a lesson: the way to say that something in it is wrong, and what became of that. */
export function ReportLesson({ place, title, hasFilm }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.frame}>
      <MyReports place={place} />
      <div>
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          Report an error in this lesson
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ReportDialog {...{ place, title, hasFilm }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
