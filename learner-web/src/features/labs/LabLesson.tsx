import { FlagList } from '../flags/FlagList.tsx'
import { LabPanel } from './LabPanel.tsx'
import type { LessonPath } from './useLab.ts'

interface Props {
  lab: string
  at: LessonPath
  onLessonCompleted?: (() => void) | undefined
}

/** A lab as a lesson shows it: its environment, and the flags in it. */
export function LabLesson({ lab, at, onLessonCompleted }: Props) {
  return (
    <>
      <LabPanel lab={lab} at={at} />
      <FlagList lab={lab} onLessonCompleted={onLessonCompleted} />
    </>
  )
}
