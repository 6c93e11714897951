import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { saveFile } from '@flagyard/ui/save-file'
import { Button, type ButtonProps, Menu, MenuItem } from '@mui/material'
import { Suspense, useRef, useState } from 'react'
import { useRedirect, useResourceContext } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { codeOf } from '../../lib/problem.ts'
import { callsOf } from '../../providers/calls.ts'
import type { CallName } from '../../providers/data-provider.ts'
import { type CallOutcome, type Right, type Send, useCallMutation, useCan } from '../calls.tsx'
import type { Actionable, ActionSpec, CommonValues, RecordAction, Text } from './action-spec.ts'

/*
 * One table of actions per resource (`actions.tsx` of its feature). Its rows are data; `RecordButtons` shows them in the header of a record's
 * page, `RecordMenu` in a list row.
 *
 *   const action = actionsOn<VoucherRow>()
 *   export const voucherActions = [action({ name: 'renew', operation: 'renewVoucher', label: 'New code…', … })]
 *
 * - `name` is the entry of the record's `allowed` that offers the action; `operation` and `fields` are the right that it needs.
 * - `input` makes the operation's input from the record and the typed values. A `verb` instead of an `operation` means the resource's own
 *   update, delete or nuke, and `input` makes its data.
 * - Without a `title`, the call is made immediately. With one, a dialog opens first: `body` (text, inputs), then the `preview` of a dry run, then
 *   the `reason`. `defaults` are the initial values, and give the type of the values.
 * - An action whose dialog needs its own state sets `Dialog`.
 * Bulk actions are the same kind of table in the contract (api-types/bulk/actions), because the server runs them.
 */

const ActionFormDialog = lazyScreen(() => import('./ActionFormDialog.tsx'))

/** Makes the rows of a table of actions, with the types of the operation and of the typed values. */
export const actionsOn =
  <T extends Actionable>() =>
  <C extends CallName, V extends object = object>(spec: ActionSpec<T, C, V>) =>
    spec as unknown as RecordAction<T>

/** For actions whose reason enables the button. */
export const hasReason = ({ reason }: { reason?: string | undefined }) => !!reason?.trim()

const say = <T,>(text: Text<T>, record: T) => (typeof text === 'function' ? text(record) : text)

const allowedOf = <T extends Actionable>({ allowed }: T, actions: readonly RecordAction<T>[]) =>
  actions.filter(({ name }) => name === undefined || [name].flat().some((one) => allowed.includes(one)))

/** The right that an action needs on the current screen. */
function useRightOf() {
  const resource = useResourceContext() ?? ''
  return <T extends Actionable>({ operation, verb, fields }: RecordAction<T>): Right => {
    const call = operation ?? callsOf(resource)[verb ?? 'update']
    if (!call) throw new Error(`No call does this to ${resource}: ${verb}`)
    return { operation: call, ...(fields && { fields }) }
  }
}

/** How an action is carried out: by its own call, by its operation, or by a verb of the resource. */
function useSend<T extends Actionable>(action: RecordAction<T>, record: T): Send<FieldValues & CommonValues, unknown> {
  const resource = useResourceContext() ?? ''
  const key = useRef(crypto.randomUUID())
  return async (provider, values) => {
    if (action.call) return action.call(provider, record, values)
    const input = action.input?.(record, values) ?? {}
    const { id } = record as unknown as { id: string }
    if (action.verb === 'update')
      return provider.update(resource, { id, data: { ...record, ...input }, previousData: { ...record, id } })
    if (action.verb === 'delete') return provider.delete(resource, { id })
    if (action.verb === 'nuke') return provider.nuke(resource, { id, data: input as { confirm: string } })
    try {
      return await provider.call(
        action.operation as CallName,
        input,
        action.once ? { idempotencyKey: key.current } : {},
      )
    } catch (error) {
      // A request whose answer was lost may have been carried out: sent again, it keeps its key.
      if (codeOf(error) !== 'unavailable') key.current = crypto.randomUUID()
      throw error
    }
  }
}

/** What follows once the call has been made. */
function useOutcome<T extends Actionable>(
  { success, link, onSuccess, redirectTo, isGone }: RecordAction<T>,
  record: T,
) {
  const resource = useResourceContext() ?? ''
  const redirect = useRedirect()
  return {
    successMessage: typeof success === 'function' ? (answer: unknown) => success(record, answer as never) : success,
    successLink: link?.(record),
    isGone,
    ...(onSuccess && { onSuccess: (answer: unknown) => onSuccess(answer as never) }),
    ...(isGone && { onSuccess: () => redirect('list', resource) }),
    ...(redirectTo && { onSuccess: (answer: unknown) => redirect('edit', resource, redirectTo(answer as never)) }),
  }
}

interface Props<T extends Actionable> {
  record: T
  actions: readonly RecordAction<NoInfer<T>>[]
}

/** A button for each allowed action, in the header of the record's page. */
export function RecordButtons<T extends Actionable>({ record, actions, size }: Props<T> & Pick<ButtonProps, 'size'>) {
  const [chosen, choose] = useState<RecordAction<T>>()
  return (
    <>
      {allowedOf(record, actions).map((action) => (
        <RecordButton
          key={say(action.label, record)}
          record={record}
          action={action}
          size={action.size ?? size}
          onOpen={() => choose(action)}
        />
      ))}
      {chosen && <RecordActionDialog record={record} action={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}

function RecordButton<T extends Actionable>({
  record,
  action,
  size,
  onOpen,
}: RecordRow<T> & { size: ButtonProps['size']; onOpen: () => void }) {
  const send = useSend(action, record)
  const call = useCallMutation(send, useOutcome(action, record))
  const hasDialog = action.title !== undefined || action.Dialog !== undefined
  return (
    <OperationButton
      {...useRightOf()(action)}
      size={size}
      variant={action.variant}
      color={action.color}
      aria-label={action.ariaLabel?.(record)}
      loading={call.isPending}
      onClick={() => (hasDialog ? onOpen() : void call.send({ reason: '', preview: '' }))}
    >
      {say(action.label, record)}
    </OperationButton>
  )
}

interface MenuProps<T extends Actionable> extends Props<T> {
  /** Accessible name of the menu button. */
  ariaLabel: string
  /** Shown if no action is allowed. */
  none?: string | null
}

/** The actions of a list row, in one menu. */
export function RecordMenu<T extends Actionable>({ record, actions, ariaLabel, none = '—' }: MenuProps<T>) {
  const can = useCan()
  const rightOf = useRightOf()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, choose] = useState<RecordAction<T>>()
  const offered = allowedOf(record, actions).filter((action) => can(rightOf(action)))
  if (offered.length === 0 && !chosen) return none
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={ariaLabel}
        endIcon={<Icon name="chevron" size={14} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Change
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map((action) => (
          <MenuItem
            key={say(action.label, record)}
            {...namesOf(rightOf(action))}
            onClick={() => {
              setAnchor(null)
              choose(action)
            }}
          >
            {say(action.label, record)}
          </MenuItem>
        ))}
      </Menu>
      {chosen && <RecordActionDialog record={record} action={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}

interface RecordRow<T extends Actionable> {
  record: T
  action: RecordAction<NoInfer<T>>
}

/** The dialog of an action, for pages that open it without `RecordButtons`. */
export function RecordActionDialog<T extends Actionable>({
  record,
  action,
  onClose,
}: RecordRow<T> & { onClose: () => void }) {
  const send = useSend(action, record)
  const outcome = useOutcome(action, record)
  return (
    <Suspense>
      {action.Dialog ? (
        <action.Dialog record={record} onClose={onClose} />
      ) : (
        <ActionFormDialog
          record={record}
          action={action as unknown as RecordAction<Actionable>}
          title={say(action.title ?? action.label, record)}
          submit={say(action.submit ?? action.label, record)}
          send={send}
          outcome={outcome}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

interface CallButtonProps<T> extends Right, Omit<ButtonProps, 'onClick'>, CallOutcome<T> {
  call: Send<void, T>
  /** Saves the answer as a file of this name. */
  saveAs?: string
}

/** A button that makes one call and shows a spinner until it completes. */
export function CallButton<T>({ call, saveAs, successMessage, onSuccess, isGone, ...button }: CallButtonProps<T>) {
  const sendAndSave: typeof call = async (provider) => {
    const answer = await call(provider)
    if (saveAs) await saveFile(answer as Response, saveAs)
    return answer
  }
  const { send, isPending } = useCallMutation(sendAndSave, { successMessage, onSuccess, isGone })
  return <OperationButton {...button} loading={isPending} onClick={() => void send()} />
}

/** Attributes that mark an element with the operation it leads to, and with the fields that need a capability of their own. */
export const namesOf = ({ operation, fields }: Right) => ({
  'data-operation': operation,
  ...(fields && { 'data-fields': fields.join(' ') }),
})

interface OperationButtonProps extends Right, ButtonProps {
  /** Target page, for buttons that are links. */
  to?: string
}

/** A button that makes a call or leads to one. Hidden from administrators without the required capability. `data-operation` names the call. */
export function OperationButton({ operation, fields, to, ...button }: OperationButtonProps) {
  if (!useCan()({ operation, ...(fields && { fields }) })) return null
  return (
    <Button {...button} {...(to && { component: Link, to })} {...namesOf({ operation, ...(fields && { fields }) })} />
  )
}
