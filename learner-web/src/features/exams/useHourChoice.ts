import { useState } from 'react'
import { useAcceptance } from './AcceptRules.tsx'
import type { PickedHour } from './picked-hour.ts'

/** What somebody has chosen in the calendar so far. */
interface Chosen {
  /** Where none is chosen: theirs, and the month of the first free hour. */
  timeZone: string | null
  month: string | null
  date: string | null
  picked: PickedHour | null
  /** A free hour after one that was taken meanwhile. */
  nextFree: string | null
}

export type HourChoice = ReturnType<typeof useHourChoice>

const NOTHING: Chosen = { timeZone: null, month: null, date: null, picked: null, nextFree: null }

/**
 * An hour that is being chosen, and the acceptance of rules for it. It belongs to whoever outlives the calendar: a room shows another calendar once the
 * next attempt opens, and what is chosen by then stays.
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
