import { FlagList } from '../flags/FlagList.tsx'
import { LabPanel } from './LabPanel.tsx'
import type { LabLesson } from './useLab.ts'

interface Props {
  lab: string
  at: LabLesson
  onLessonCompleted?: (() => void) | undefined
}

/** A lab as a lesson shows it: its environment, and the flags in it. */
export function LabRoom({ lab, at, onLessonCompleted }: Props) {
  return (
    <>
      <LabPanel lab={lab} at={at} />
      <FlagList lab={lab} onLessonCompleted={onLessonCompleted} />
    </>
  )
}
