import { useState } from 'react'
import { useAcceptance } from './AcceptRules.tsx'
import type { PickedHour } from './picked-hour.ts'

/** Current selection in the calendar. */
interface Chosen {
  /** Null for the defaults: the learner's time zone, and the month of the first free hour. */
  timeZone: string | null
  month: string | null
  date: string | null
  picked: PickedHour | null
  /** A free hour after one that was taken in the meantime. */
  nextFree: string | null
}

export type HourChoice = ReturnType<typeof useHourChoice>

const NOTHING: Chosen = { timeZone: null, month: null, date: null, picked: null, nextFree: null }

/**
 * The selected hour, and the acceptance of the rules for it. It is held by the page rather than the calendar: the exam room renders another
 * calendar when the next attempt opens, and must preserve the selection.
 */
export function useHourChoice(rules: string) {
  const [chosen, setChosen] = useState(NOTHING)
  const acceptance = useAcceptance(rules)
  const choose = (changes: Partial<Chosen>) => setChosen((now) => ({ ...now, ...changes }))
  return {
    ...chosen,
    acceptance,
    choose,
    pick: (picked: PickedHour | null) => choose({ picked, nextFree: null }),
    clear: () => {
      setChosen(NOTHING)
      acceptance.clear()
    },
  }
}
