import { LimitReached } from '../budget.ts'
import { expandPattern, matches } from '../desk/paths.ts'
import type { Session } from '../session.ts'
import { calculate } from './arithmetic.ts'
import type { Change, Piece, Script, Word } from './syntax.ts'
/** What a command in `$( … )` printed. */
export type Capture = (script: Script) => string

/** Words of a command after expansion: unquoted values split at blanks, patterns as the files that they name. */
export function expandWords(session: Session, words: Word[], capture: Capture): string[] {
  return words.flatMap((word) => fieldsOf(session, word, capture))
}

/** A word that stays one: the value of an assignment, the target of a redirection. */
export const expandWord = (session: Session, word: Word, capture: Capture): string => {
  const text = word
    .map((piece, at) => (at === 0 ? home(session, piece) : '') || pieceText(session, piece, capture))
    .join('')
  session.budget.spend(text.length)
  session.budget.assertFits(text.length)
  return text
}

interface Field {
  text: string
  isPattern: boolean
}

function fieldsOf(session: Session, word: Word, capture: Capture): string[] {
  const fields: Field[] = []
  let open: Field | null = null
  const add = (text: string, isPattern: boolean) => {
    open ??= { text: '', isPattern: false }
    open.text += text
    open.isPattern ||= isPattern
  }
  const close = () => {
    if (open) fields.push(open)
    open = null
  }
  for (const [at, piece] of word.entries()) {
    const value = (at === 0 ? home(session, piece) : '') || pieceText(session, piece, capture)
    session.budget.spend(value.length)
    if (piece.quoted) add(value, false)
    else if (piece.kind === 'text') add(value, /[*?]/.test(value))
    else
      for (const [n, part] of value.split(/[ \t\n]+/).entries()) {
        if (n > 0) close()
        if (part) add(part, false)
      }
  }
  close()
  return fields.flatMap(({ text, isPattern }) => {
    session.budget.assertFits(text.length)
    if (!isPattern) return [text]
    // Each sign of the pattern can be compared with each sign of each name.
    session.budget.spend(text.length * Object.keys(session.state.files).join('').length)
    return expandPattern(session.state, text)
  })
}

const home = ({ state }: Session, piece: Piece): string =>
  piece.kind === 'text' && !piece.quoted && /^~(\/|$)/.test(piece.text)
    ? `${state.env.HOME ?? ''}${piece.text.slice(1)}`
    : ''

function pieceText(session: Session, piece: Piece, capture: Capture): string {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'command') return capture(piece.script).replace(/\n+$/, '')
  if (piece.kind === 'sum') session.budget.spend(piece.text.length * 10)
  if (piece.kind === 'sum') return String(calculate(piece.text, (name) => variable(session, name)))
  const value = variable(session, piece.name)
  return piece.change ? changed(session, value, piece.change, capture) : value
}

export function variable({ state }: Pick<Session, 'state'>, name: string): string {
  if (name === '?') return String(state.exit)
  if (name === '$') return '4242'
  if (name === '#') return '0'
  if (!/^[A-Za-z_]/.test(name)) return ''
  return own(state.variables, name) ?? own(state.env, name) ?? ''
}

const own = (values: Record<string, string>, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)

function changed(session: Session, value: string, { by, word, to }: Change, capture: Capture): string {
  const given = () => expandWord(session, word, capture)
  if (by === 'length') return String(value.length)
  if (by === ':-' || by === '-') return value || given()
  if (by === ':+') return value ? given() : ''
  const pattern = given()
  if (by === 'slice') {
    const [from = 0, length = value.length] = pattern.split(':').map(Number)
    const start = from < 0 ? value.length + from : from
    return value.slice(start, length < 0 ? length : start + length)
  }
  if (by === '/' || by === '//') {
    if (pattern === '') return value
    const put = expandWord(session, to, capture)
    session.budget.spend(value.length)
    const parts = value.split(pattern)
    session.budget.spend(value.length + (parts.length - 1) * put.length)
    return by === '//' ? parts.join(put) : value.replace(pattern, () => put)
  }
  if (value.length > 10_000) throw new LimitReached('Stopped: this value is too long to be cut by a pattern.')
  // At each place a part of the value is compared with the pattern.
  session.budget.spend((value.length * value.length * Math.max(1, pattern.length)) / 8)
  const cuts = [...Array(value.length + 1).keys()].filter((at) =>
    by.startsWith('%') ? matches(pattern, value.slice(at), true) : matches(pattern, value.slice(0, at), true),
  )
  const cut = by === '%' || by === '##' ? cuts.at(-1) : cuts[0]
  if (cut === undefined) return value
  return by.startsWith('%') ? value.slice(0, cut) : value.slice(cut)
}
