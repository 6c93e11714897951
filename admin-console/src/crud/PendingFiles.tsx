import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

const Begin = createContext<(() => () => void) | undefined>(undefined)
const Pending = createContext(false)

/** Around a form: saved while a file of it is being sent, it would be saved without that file. */
export function PendingFiles({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0)
  const [begin] = useState(() => () => {
    setCount((now) => now + 1)
    return () => setCount((now) => now - 1)
  })
  return (
    <Begin value={begin}>
      <Pending value={count > 0}>{children}</Pending>
    </Begin>
  )
}

/** The form around waits while this holds. */
export function usePendingFile(isPending: boolean) {
  const begin = useContext(Begin)
  useLayoutEffect(() => (isPending ? begin?.() : undefined), [isPending, begin])
}

/** Whether a file of the form around is still being sent. */
export const useHasPendingFile = (): boolean => useContext(Pending)
