import { paths } from '@flagyard/api-types/links'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

type DialogName = 'lab' | 'exam'

/** A dialog that opens by a parameter of the address, `?lab=slug`, so that it can be linked to and closed by going back. */
export function useSearchParamDialog(name: DialogName) {
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

/** The address that opens the dialog of a lab or exam over the catalogue as it is filtered now. */
export function useDialogPath() {
  const [params] = useSearchParams()
  return (name: DialogName, slug: string) => {
    const next = new URLSearchParams(params)
    next.set(name, slug)
    return `${paths.courses}?${next}`
  }
}
