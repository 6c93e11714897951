import type { Operation } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { Failed } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button, IconButton } from '@mui/material'
import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useCloseNotification, useDataProvider, useNotify, useRefresh, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { type FormErrors, formErrorsOf, sentenceOf } from '../lib/problem.ts'
import { useCapabilities } from '../lib/useCapabilities.ts'
import type { Api } from '../providers/api.ts'
import { callsOf } from '../providers/calls.ts'
import { consoleOperations } from '../providers/console-operations.ts'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'

/** Query for an operation that is neither a list nor a record: `useCall('getDashboard')`. */
export function useCall<C extends keyof Api>(
  name: C,
  input?: Parameters<Api[C]>[0],
  options: Pick<UseQueryOptions, 'enabled' | 'refetchInterval' | 'staleTime'> = {},
) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  return useQuery<Awaited<ReturnType<Api[C]>>>({
    queryKey: [name, input ?? {}],
    queryFn: () => dataProvider.call(name, input) as Promise<Awaited<ReturnType<Api[C]>>>,
    staleTime: options.staleTime as number,
    enabled: (options.enabled ?? true) as boolean,
    refetchInterval: options.refetchInterval as number,
  })
}

/** Placeholder for data that is still loading, or could not be loaded. */
export const LoadingOrError = ({ what, label = `Loading ${what}…`, error, retry }: UnreadProps) =>
  error ? <Failed what={what} why={sentenceOf(error)} onRetry={() => void retry()} /> : <Spinner label={label} />

interface UnreadProps {
  what: string
  /** What is done meanwhile. */
  label?: string
  error: unknown
  retry: () => unknown
}

export type Send<V, T> = (dataProvider: ConsoleDataProvider, values: V) => Promise<T>

export interface CallOutcome<T> {
  successMessage?: string | ((answer: T) => string) | undefined
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
      if (successMessage)
        notify(typeof successMessage === 'function' ? successMessage(answer) : successMessage, {
          type: 'success',
          ...withLink(successLink),
        })
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

export interface NoticeLink {
  to: string
  text: string
}

/** Option of `notify` that adds a link to the message. */
export const withLink = (link: NoticeLink | undefined) =>
  link && {
    action: (
      <>
        <FollowLink {...link} />
        <CloseNotice />
      </>
    ),
  }

function FollowLink({ to, text }: NoticeLink) {
  const close = useCloseNotification()
  return (
    <Button component={Link} to={to} size="small" onClick={() => close()}>
      {text}
    </Button>
  )
}

export function CloseNotice() {
  const close = useCloseNotification()
  return (
    <IconButton size="small" color="inherit" aria-label="Close" onClick={close}>
      <Icon name="close" size={16} />
    </IconButton>
  )
}

export interface Right {
  /** The operation that a button calls or leads to. */
  operation: keyof Api
  /** Fields of its body that need a capability of their own. */
  fields?: readonly string[]
}

/** Checks the signed-in administrator's capabilities against the table of operations. It does not consider the state of the row. */
export function useCan(): (right: Right) => boolean {
  const granted = useCapabilities()
  return ({ operation, fields = [] }) => {
    const { capabilities, fieldCapabilities }: Operation = consoleOperations[operation]
    const needed = [capabilities, ...fields.map((field) => fieldCapabilities?.[field])]
    return needed.every((anyOf) => !anyOf || anyOf.some((capability) => granted.has(capability)))
  }
}

/** Name of the operation that changes rows of a resource. Default: the resource of this screen. */
export function useResourceCall(verb: 'create' | 'update' | 'delete' | 'nuke', other?: string): AdminOperationName {
  const resource = useResourceContext() ?? ''
  const call = callsOf(other ?? resource)[verb]
  if (!call) throw new Error(`No call does this to ${other ?? resource}: ${verb}`)
  return call
}
