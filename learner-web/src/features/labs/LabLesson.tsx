import { FlagList } from '../flags/FlagList.tsx'
import { LabPanel } from './LabPanel.tsx'
import type { LessonPath } from './useLab.ts'

interface Props {
  lab: string
  at: LessonPath
  onLessonCompleted?: (() => void) | undefined
}

/** The lab of a lesson with its flags. */
export function LabLesson({ lab, at, onLessonCompleted }: Props) {
  return (
    <>
      <LabPanel lab={lab} at={at} />
      <FlagList lab={lab} onLessonCompleted={onLessonCompleted} />
    </>
  )
}
