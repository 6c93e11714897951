import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRefresh } from 'react-admin'
import { type FormErrors, formErrorsOf, sentenceOf } from '../lib/problem.ts'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'
import { type NoticeLink, withLink } from './NoticeLink.tsx'

export type Send<V, T> = (dataProvider: ConsoleDataProvider, values: V) => Promise<T>

export interface CallOutcome<T> {
  successMessage?: string | undefined
  successLink?: NoticeLink | undefined
  onSuccess?: ((answer: T) => void) | undefined
  /** The record no longer exists afterwards, so the page must not refetch it. */
  isGone?: boolean | undefined
}

/**
 * Mutation for operations other than plain record changes. `send` is for buttons and shows errors as a notification; `submit` is for forms
 * and returns the errors of the fields.
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
