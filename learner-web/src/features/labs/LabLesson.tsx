import { FlagList } from '../flags/FlagList.tsx'
import { LabPanel } from './LabPanel.tsx'
import type { CourseLessonRef } from './useLab.ts'

interface Props {
  lab: string
  lesson: CourseLessonRef
  onLessonCompleted?: (() => void) | undefined
}

/** The lab of a lesson with its flags. */
export function LabLesson({ lab, lesson, onLessonCompleted }: Props) {
  return (
    <>
      <LabPanel lab={lab} lesson={lesson} />
      <FlagList lab={lab} onLessonCompleted={onLessonCompleted} />
    </>
  )
}
