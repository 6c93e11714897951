import { Button } from '@flagyard/ui/Button'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Suspense, useState } from 'react'
import * as t from '../../messages/en/lesson-reports.ts'
import styles from './lesson-reports.module.css'
import { type LessonPlace, MyReports } from './MyReports.tsx'

/** Loaded when the learner opens the dialog. */
const ReportDialog = lazyScreen(() => import('./ReportDialog.tsx'))

export function ReportLesson({ place, title, hasVideo }: { place: LessonPlace; title: string; hasVideo: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.frame}>
      <MyReports place={place} />
      <div>
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          {t.reportError}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ReportDialog {...{ place, title, hasVideo }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
