import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

const Begin = createContext<(() => () => void) | undefined>(undefined)
const Pending = createContext(false)

/** Tracks running uploads of a form. A form saved during an upload would lose the file. */
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

/** Blocks the save of the surrounding form while `isPending` is true. */
export function usePendingFile(isPending: boolean) {
  const begin = useContext(Begin)
  useLayoutEffect(() => (isPending ? begin?.() : undefined), [isPending, begin])
}

/** True while a file of the surrounding form is uploading. */
export const useHasPendingFile = (): boolean => useContext(Pending)
