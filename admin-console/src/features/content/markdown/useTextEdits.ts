import { type KeyboardEvent, useRef } from 'react'
import { actions, type Edit, nextItem, type Selection } from './edits.ts'

/** Edits a text field like typed input: the browser's undo works, and React receives the change event. */
export function useTextEdits() {
  const field = useRef<HTMLTextAreaElement>(null)

  const write = (area: HTMLTextAreaElement, { start, end, insert, select }: Edit) => {
    area.focus()
    area.setSelectionRange(start, end)
    const isTyped = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
    if (!isTyped) replace(area, { start, end }, insert)
    area.setSelectionRange(select.start, select.end)
  }
  const apply = (edit: (text: string, selection: Selection) => Edit | null): boolean => {
    const area = field.current
    const done = area && edit(area.value, { start: area.selectionStart, end: area.selectionEnd })
    if (area && done) write(area, done)
    return !!done
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    if (altKey || shiftKey || nativeEvent.isComposing) return
    const pressed = ctrlKey || metaKey ? actions.find((action) => action.key === key.toLowerCase())?.apply : undefined
    const isPlainEnter = key === 'Enter' && !ctrlKey && !metaKey
    const edit = isPlainEnter ? nextItem : pressed
    if (edit && apply(edit)) event.preventDefault()
  }
  return {
    field,
    apply,
    onKeyDown,
    insert: (text: string) =>
      apply((_, { start, end }) => ({
        start,
        end,
        insert: text,
        select: { start: start + text.length, end: start + text.length },
      })),
    /** Replaces a placeholder at its current position and preserves the cursor. */
    exchange(placeholder: string, text: string) {
      const area = field.current
      const start = area?.value.indexOf(placeholder) ?? -1
      if (area && start >= 0) replace(area, { start, end: start + placeholder.length }, text)
    },
  }
}

function replace(area: HTMLTextAreaElement, { start, end }: Selection, text: string) {
  // React ignores values set by script unless they go through the native setter and dispatch an `input` event.
  const typed = area.value.slice(0, start) + text + area.value.slice(end)
  const { selectionStart, selectionEnd } = area
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, typed)
  const moved = (at: number) => (at <= start ? at : at >= end ? at + text.length - (end - start) : start + text.length)
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd))
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
