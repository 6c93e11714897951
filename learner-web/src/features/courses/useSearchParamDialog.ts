import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A dialog that the address opens, `?lab=slug`: it can be linked to, and the way back closes it. */
export function useSearchParamDialog(name: 'lab' | 'exam') {
  const [params, setParams] = useSearchParams()
  const close = useCallback(
    () =>
      setParams(
        (now) => {
          now.delete(name)
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
    [name, setParams],
  )
  return { slug: params.get(name), close }
}
