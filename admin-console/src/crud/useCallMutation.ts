import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRefresh } from 'react-admin'
import { type FormErrors, formErrorsOf, sentenceOf } from '../lib/problem.ts'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'
import { type NoticeLink, withLink } from './NoticeLink.tsx'

export type Send<V, T> = (dataProvider: ConsoleDataProvider, values: V) => Promise<T>

export interface CallOutcome<T> {
  /** What to say once it is done. */
  successMessage?: string | undefined
  /** Link beside that message. */
  successLink?: NoticeLink | undefined
  onSuccess?: ((answer: T) => void) | undefined
  /** The record no longer exists afterwards, so the page that still shows it must not read it again. */
  isGone?: boolean | undefined
}

/**
 * Sends what is no plain change of a row, once at a time. A button `send`s, and is told a refusal at the top right; a form `submit`s, and
 * gets what its fields show.
 */
export function useCallMutation<V = void, T = unknown>(
  call: Send<V, T>,
  { successMessage, successLink, onSuccess, isGone = false }: CallOutcome<T> = {},
) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (values: V) => call(dataProvider, values),
    onSuccess: (answer) => {
      if (successMessage) notify(successMessage, { type: 'success', ...withLink(successLink) })
      onSuccess?.(answer)
      if (!isGone) refresh()
    },
  })
  const send = (values: V) =>
    mutateAsync(values).then(
      () => undefined,
      (failure) => notify(sentenceOf(failure), { type: 'error' }),
    )
  const submit = (values: V): Promise<FormErrors | undefined> => mutateAsync(values).then(() => undefined, formErrorsOf)
  return { send, submit, isPending }
}
