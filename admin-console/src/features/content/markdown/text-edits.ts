import { type KeyboardEvent, useRef } from 'react'

/** Selected range of a text, as character offsets. */
interface Selection {
  start: number
  end: number
}

/** Replacement of a range, and the selection afterwards. */
interface Edit extends Selection {
  insert: string
  select: Selection
}

export type Action = (text: string, selection: Selection) => Edit

/** Toggles the marks around the selection. Without a selection, it inserts a selected placeholder word between the marks. */
const around =
  (mark: string, word: string): Action =>
  (text, { start, end }) => {
    const n = mark.length
    if (text.slice(start - n, start) === mark && text.slice(end, end + n) === mark)
      return {
        start: start - n,
        end: end + n,
        insert: text.slice(start, end),
        select: { start: start - n, end: end - n },
      }
    const inside = text.slice(start, end) || word
    return { start, end, insert: mark + inside + mark, select: { start: start + n, end: start + n + inside.length } }
  }

/** Toggles a prefix on the selected lines. It is removed if all of them have it. */
const lines =
  (begin: (at: number) => string, begins: RegExp): Action =>
  (text, selection) => {
    const start = text.lastIndexOf('\n', selection.start - 1) + 1
    const next = text.indexOf('\n', Math.max(selection.end - 1, start))
    const end = next === -1 ? text.length : next
    const given = text.slice(start, end).split('\n')
    const isSet = given.every((line) => begins.test(line))
    const insert = given.map((line, at) => (isSet ? '' : begin(at)) + line.replace(begins, '')).join('\n')
    return { start, end, insert, select: { start: start + insert.length, end: start + insert.length } }
  }

const link: Action = (text, { start, end }) => {
  const words = text.slice(start, end) || 'words'
  const insert = `[${words}](https://)`
  const at = start + words.length + 3
  return { start, end, insert, select: { start: at, end: at + 'https://'.length } }
}

const code: Action = (text, selection) => {
  const inside = text.slice(selection.start, selection.end)
  if (!inside.includes('\n')) return around('`', 'code')(text, selection)
  const { start, end } = selection
  return { start, end, insert: `\`\`\`\n${inside}\n\`\`\``, select: { start: start + 3, end: start + 3 } }
}

const LIST_ITEM = /^(\s*)([-*+]|(\d+)[.)])( \[[ x]\])?\s+/

/** Enter in a list starts the next item; on an empty item it ends the list. Returns null elsewhere, for the browser's default. */
function nextItem(text: string, { start, end }: Selection): Edit | null {
  const begin = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(begin, start)
  const item = LIST_ITEM.exec(line)
  if (!item || start !== end) return null
  const [mark, indent = '', bullet = '', number, box] = item
  if (line === mark) return { start: begin, end, insert: '', select: { start: begin, end: begin } }
  const sign = number === undefined ? bullet : `${Number(number) + 1}${bullet.slice(-1)}`
  const insert = `\n${indent}${sign}${box ? ' [ ]' : ''} `
  return { start, end, insert, select: { start: start + insert.length, end: start + insert.length } }
}

/** Buttons of the toolbar. Shortcuts use Ctrl, or Command on a Mac. */
export const actions: { name: string; sign: string; key?: string; apply: Action }[] = [
  { name: 'Heading', sign: 'H', apply: lines(() => '## ', /^#{1,6}\s+/) },
  { name: 'Bold', sign: 'B', key: 'b', apply: around('**', 'bold') },
  { name: 'Italic', sign: 'I', key: 'i', apply: around('_', 'italic') },
  { name: 'Code', sign: '</>', key: 'e', apply: code },
  { name: 'Link', sign: 'Link', apply: link },
  { name: 'List', sign: '•', apply: lines(() => '- ', /^[-*+]\s+/) },
  { name: 'Numbered list', sign: '1.', apply: lines((at) => `${at + 1}. `, /^\d+[.)]\s+/) },
  { name: 'Quote', sign: '“', apply: lines(() => '> ', /^>\s?/) },
]

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
