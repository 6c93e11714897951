import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A dialog that opens by a parameter of the address, `?lab=slug`, so that it can be linked to and closed by going back. */
export function useSearchParamDialog(name: 'lab' | 'exam') {
  const [params, setParams] = useSearchParams()
  const close = useCallback(
    () =>
      setParams(
        (current) => {
          current.delete(name)
          return current
        },
        { replace: true, preventScrollReset: true },
      ),
    [name, setParams],
  )
  return { slug: params.get(name), close }
}
