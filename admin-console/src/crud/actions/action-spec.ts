import type { ButtonProps } from '@mui/material'
import type { FunctionComponent, ReactNode } from 'react'
import type { Identifier, TextInputProps } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import type { CallInput, CallName, CallReply, ConsoleDataProvider } from '../../providers/data-provider.ts'
import type { NoticeLink } from '../calls.tsx'

/** A text, or one made from the record. */
export type Text<T> = string | ((record: T) => string)

export interface RecordDialogProps<T> {
  record: T
  onClose: () => void
}

export interface Actionable {
  allowed: readonly string[]
}

/** Values that a dialog has if it asks for a reason, or shows a preview. */
export interface CommonValues {
  reason: string
  /** Token of the dry run, sent with the change. Empty until it is shown. */
  preview: string
}

type Verb = 'update' | 'delete' | 'nuke'

export interface ActionSpec<T extends Actionable, C extends CallName, V, Name = T['allowed'][number]> {
  /** The name used in the record's `allowed`, or several. Default: the action is always offered. */
  name?: Name | readonly Name[]
  operation?: C
  verb?: Verb
  /** Fields of the body that need a capability of their own. */
  fields?: readonly string[]
  label: Text<T>
  /** Accessible name of the button, for several in one list. */
  ariaLabel?: (record: T) => string
  color?: ButtonProps['color']
  size?: ButtonProps['size']
  variant?: ButtonProps['variant']
  title?: Text<T>
  body?: ReactNode | ((record: T) => ReactNode)
  defaults?: V | ((record: T) => V)
  input?: (record: T, values: V & CommonValues) => CallInput<C>
  /** Replaces the call, for actions that do more than one. */
  call?: (provider: ConsoleDataProvider, record: T, values: V & CommonValues) => Promise<unknown>
  preview?: {
    /** Input of the dry run. False until the values are complete. */
    input: (record: T, values: Partial<V & CommonValues>) => CallInput<C> | false
    show: (outcome: CallReply<C>, record: T) => ReactNode
    /** Inputs that depend on the outcome. */
    inputs?: (outcome: CallReply<C> | undefined, values: Partial<V & CommonValues>) => ReactNode
    empty?: string
    /** The dry run waits until typing has paused. */
    debounce?: boolean
  }
  reason?: true | Partial<TextInputProps>
  /** Inputs below the reason, such as a typed confirmation. */
  after?: (record: T) => ReactNode
  isReady?: (values: Partial<V & CommonValues>, record: T) => boolean
  submit?: Text<T>
  waiting?: string
  success?: string | ((record: T, answer: CallReply<C>) => string)
  link?: (record: T) => NoticeLink
  /** For an answer that is shown only once. */
  onSuccess?: (answer: CallReply<C>) => void
  /** The record to open afterwards. */
  redirectTo?: (answer: CallReply<C>) => Identifier
  /** The record is gone afterwards: its list is opened. */
  isGone?: boolean
  /** Each dialog, and each attempt after a refusal, has one idempotency key, so that a double click or a retry does it only once. */
  once?: boolean
  /** Replaces the dialog. */
  Dialog?: FunctionComponent<RecordDialogProps<T>>
}

/** An action on a record, used on its page and in list rows. */
export type RecordAction<T extends Actionable> = ActionSpec<T, CallName, FieldValues, string>
