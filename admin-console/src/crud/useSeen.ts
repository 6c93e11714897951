import { useState } from 'react'

/** Counts failed submits. Its result is used to rerun the preview, because its inputs may have changed. */
export function useSeen() {
  const [refusals, setRefusals] = useState(0)
  const watched = <T>(sent: Promise<T>): Promise<T> =>
    sent.catch((error) => {
      setRefusals((before) => before + 1)
      throw error
    })
  return { refusals, watched }
}
