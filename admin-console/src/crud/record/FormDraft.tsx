import { type Draft, flushDrafts, forgetDraft, keepDraft, readDraft } from '@flagyard/auth/drafts'
import { markClean, markDirty } from '@flagyard/ui/form-drafts'
import { Button } from '@mui/material'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useGetIdentity } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { formatAge } from '../../lib/format.ts'
import styles from './EditForm.module.css'

interface Props {
  name: string
  /** Called with the original values of the restored fields. */
  onRestore?: ((base: Draft['base']) => void) | undefined
}

/**
 * Saves unsaved input of the surrounding form in this browser, per administrator (packages/auth/src/drafts.ts). On return, the draft can be
 * restored or discarded.
 */
export function FormDraft({ name, onRestore }: Props) {
  const { identity } = useGetIdentity()
  const owner = identity?.id
  return owner === undefined ? null : <OwnDraft key={name} name={name} owner={String(owner)} onRestore={onRestore} />
}

function OwnDraft({ name, owner, onRestore }: Props & { owner: string }) {
  const { getValues, setValue } = useFormContext()
  const { isDirty, dirtyFields, defaultValues, isSubmitSuccessful } = useFormState()
  const values = useWatch()
  const [offered, setOffered] = useState(() => readDraft(owner, name))
  const marker = useRef<HTMLSpanElement>(null)
  const wasDirty = useRef(false)

  const compose = () => {
    const changed = Object.keys(dirtyFields).filter((field) => isTouched(dirtyFields[field]))
    return {
      values: { ...offered?.values, ...pick(getValues(), changed) },
      base: { ...offered?.base, ...pick(defaultValues ?? {}, changed) },
    }
  }
  const follow = useEffectEvent(() => {
    if (isSubmitSuccessful || (wasDirty.current && !isDirty && !offered)) forgetDraft(owner, name)
    else if (isDirty) keepDraft(owner, name, compose, () => secretFieldsOf(marker.current))
    wasDirty.current = isDirty
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads current values; these trigger it.
  useEffect(follow, [values, isDirty, isSubmitSuccessful])

  useEffect(() => {
    addEventListener('pagehide', flushDrafts)
    return () => {
      flushDrafts()
      removeEventListener('pagehide', flushDrafts)
    }
  }, [])
  useEffect(() => {
    const form = marker.current?.closest('form')
    if (!form) return
    ;(isDirty ? markDirty : markClean)(form)
    return () => markClean(form)
  }, [isDirty])

  const restore = ({ values, base }: Draft) => {
    setOffered(undefined)
    onRestore?.(base)
    for (const [field, value] of Object.entries(values))
      setValue(field, value, { shouldDirty: true, shouldTouch: true })
  }
  const discard = () => {
    setOffered(undefined)
    forgetDraft(owner, name)
  }
  return (
    <>
      <span ref={marker} hidden />
      {offered && (
        <section className={styles.draft} role="alert" aria-label="Unsaved changes">
          <p>
            You have unsaved changes from {formatAge(new Date(offered.at).toISOString())} ago.
            {offered.incomplete && ' Passwords and other secrets are not stored. Enter them again.'}
          </p>
          <Button size="small" onClick={() => restore(offered)}>
            Restore
          </Button>
          <Button size="small" onClick={discard}>
            Discard
          </Button>
        </section>
      )}
    </>
  )
}

/** For arrays and objects, `dirtyFields` is nested. */
const isTouched = (dirty: unknown): boolean =>
  typeof dirty === 'object' && dirty !== null ? Object.values(dirty).some(isTouched) : dirty === true

const pick = (values: Record<string, unknown>, fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))

/** Names of fields with secret input, without row indexes: `secret` for `flags.3.secret`. Drafts leave them out. */
const secretFieldsOf = (marker: HTMLElement | null): string[] =>
  [...(marker?.closest('form')?.elements ?? [])].flatMap((field) =>
    field instanceof HTMLInputElement && (field.type === 'password' || field.closest('[data-sentry-block]'))
      ? [field.name.split('.').at(-1) ?? field.name]
      : [],
  )
