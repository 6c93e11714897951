/** What is selected in a text, from and up to which letter. */
export interface Selection {
  start: number
  end: number
}

/** What takes the place of a part of the text, and what is selected afterwards. */
export interface Edit extends Selection {
  insert: string
  select: Selection
}

export type Action = (text: string, selection: Selection) => Edit

/** Puts the marks around what is selected, or takes them off. Where nothing is selected, a word to write over stands between them. */
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
    return {
      start,
      end,
      insert: mark + inside + mark,
      select: { start: start + n, end: start + n + inside.length },
    }
  }

/** Begins each line that is selected in this way, or no longer when all of them do. */
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

/** Enter in a list begins its next item; on an item that is empty it ends the list. Elsewhere it is the browser's. */
export function nextItem(text: string, { start, end }: Selection): Edit | null {
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

/** The buttons above the text. A key is pressed with Ctrl, or Command on a Mac. */
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
