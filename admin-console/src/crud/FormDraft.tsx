import { markClean, markDirty, restoreDraft } from '@flagyard/ui/form-drafts'
import { useEffect, useRef } from 'react'
import { useFormIsDirty, useGetIdentity } from 'react-admin'

/**
 * Joins the form around it to what puts aside unsent text before the page is left for a sign-in or a reload (packages/ui/src/form-drafts.ts). Its name
 * carries the administrator's own: another one who signs in at this browser is given nothing of it.
 */
export function FormDraft({ name }: { name: string }) {
  const marker = useRef<HTMLSpanElement>(null)
  const isDirty = useFormIsDirty()
  const { identity } = useGetIdentity()
  const owner = identity?.id
  useEffect(() => {
    const form = marker.current?.closest('form')
    if (!form || owner === undefined) return
    form.name = `${name}, typed by ${owner}`
    restoreDraft(form)
    return () => markClean(form)
  }, [name, owner])
  useEffect(() => {
    const form = marker.current?.closest('form')
    if (form) (isDirty ? markDirty : markClean)(form)
  }, [isDirty])
  return <span ref={marker} hidden />
}
