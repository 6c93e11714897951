import { useState } from 'react'

/** A change that was refused is looked at anew: what it depends on may be another by now. */
export function useSeen() {
  const [refusals, setRefusals] = useState(0)
  const watched = <T>(sent: Promise<T>): Promise<T> =>
    sent.catch((error) => {
      setRefusals((before) => before + 1)
      throw error
    })
  return { refusals, watched }
}
