import type { CanSchedule, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/FormError'
import { zoneName } from '@flagyard/ui/time-zones'
import { api } from '../../lib/api.ts'
import { toasts } from '../../shell/toasts.ts'
import { AcceptRules } from './AcceptRules.tsx'
import { FinalHour, isBookedAt, isTooSoonToMove } from './BookHour.tsx'
import styles from './Examroom.module.css'
import { HourPicker } from './HourPicker.tsx'
import { costOf } from './labels.ts'
import { NextFree } from './NextFree.tsx'
import { toPayload } from './picked-hour.ts'
import type { ExamHandle } from './useExam.ts'
import { useHourChoice } from './useHourChoice.ts'
import { formatMoment } from './zoned-time.ts'

interface Props {
  exam: MyExamDetails
  can: CanSchedule
  handle: ExamHandle
  onDone: () => void
}

export function MoveExam({ exam, can, handle, onDone }: Props) {
  // Rules accepted for this booking need not be accepted again if they are unchanged.
  const choice = useHourChoice(exam.accepted_rules?.text === exam.rules ? '' : exam.rules)
  const { picked, nextFree, acceptance, choose, pick } = choice
  const move = async () => {
    if (!picked || !acceptance.check()) return
    choose({ nextFree: null })
    const done = await handle.change(
      'move',
      async () => {
        try {
          await api.rescheduleExam({
            exam: exam.slug,
            rescheduleExamPayload: { ...toPayload(picked), ...acceptance.payload },
          })
        } catch (failure) {
          if (failure instanceof ApiError && typeof failure.extra.next_free === 'string')
            choose({ nextFree: failure.extra.next_free })
          throw failure
        }
      },
      (now) => isBookedAt(now, picked.at),
    )
    if (!done) return
    toasts.show({ type: 'success', content: `Your exam is now on ${formatMoment(picked.at, picked.time_zone)}.` })
    onDone()
  }
  return (
    <section className={styles.move}>
      <h3>Move it to</h3>
      <HourPicker exam={exam} can={can} choice={choice} />
      {picked && (
        <p className={styles.summary}>
          <strong>{formatMoment(picked.at, picked.time_zone)}</strong> ({zoneName(picked.time_zone, picked.at)})
        </p>
      )}
      {picked && isTooSoonToMove(picked.at, can, handle) && <FinalHour can={can} />}
      <AcceptRules acceptance={acceptance} isShown />
      <FormError>{handle.errorOf('move')}</FormError>
      <NextFree at={nextFree} timeZone={picked?.time_zone} onTake={pick} />
      <div className="row">
        <Button variant="primary" disabled={!picked} busy={handle.pendingName === 'move'} onClick={() => void move()}>
          Move my date
        </Button>
        <Button onClick={onDone}>Keep my date</Button>
        <span className="small muted">{costOf(can.moves_left, 'change')}</span>
      </div>
    </section>
  )
}
