import { errorMessage } from '@flagyard/ui/error-message'
import type { ShellConnection } from './connection.ts'
import { type EditorEvent, LineEditor } from './line-editor.ts'

/** What a session draws on: a terminal that is so many columns wide. */
export interface Screen {
  readonly cols: number
  write(text: string): void
  clear(): void
}

export interface SessionEvents {
  onOutput?(output: string): void
  onAnswer?(answer: Awaited<ReturnType<ShellConnection['run']>>): void
  onFailure?(failure: unknown): void
}

const PROMPT_COLOR = '\u001b[1;32m'
const PLAIN = '\u001b[0m'

/** A shell on a terminal: what is typed is edited here, and goes to the server as whole lines, one after the other. */
export class TerminalSession {
  private readonly screen: Screen
  private readonly connection: ShellConnection
  private readonly events: SessionEvents
  private readonly editor: LineEditor
  private prompt: string
  /** Rows from the first of the prompt to the one of the cursor. */
  private row = 0
  private isRunning = false
  /** What was typed or pasted while a line ran. */
  private waiting: string[] = []

  constructor(screen: Screen, connection: ShellConnection, events: SessionEvents = {}) {
    this.screen = screen
    this.connection = connection
    this.events = events
    this.editor = new LineEditor(connection.shell.history)
    this.prompt = connection.shell.prompt
  }

  begin() {
    this.screen.write(`${lines(wrapped(this.connection.shell.banner, this.screen.cols))}\r\n\r\n`)
    this.draw()
  }

  /** Takes what the terminal sent: one key, or a text that was pasted. */
  take(data: string) {
    // A pasted text comes as one, with its line ends; keys come alone.
    const pieces = data.length > 1 && !data.startsWith('\u001b') ? data.replace(/\r\n?/g, '\n').split(/(\n)/) : [data]
    this.waiting.push(...pieces.filter((piece) => piece !== ''))
    this.work()
  }

  /** The window has another width: what is being typed is drawn again. */
  resized() {
    if (!this.isRunning) this.redraw()
  }

  private work() {
    // Ctrl-C does not wait for its turn: it takes back what has not begun.
    if (this.waiting.includes('\u0003') && this.isRunning) this.waiting = []
    while (!this.isRunning) {
      const next = this.waiting.shift()
      if (next === undefined) return
      const isKey = next.length === 1 || next.startsWith('\u001b')
      this.follow(isKey ? this.editor.press(next) : this.editor.insert(next))
    }
  }

  private follow(event: EditorEvent) {
    switch (event.kind) {
      case 'changed':
        return this.redraw()
      case 'continued':
        this.screen.write('\r\n')
        return this.draw()
      case 'interrupted':
        this.waiting = []
        this.screen.write('^C\r\n')
        return this.draw()
      case 'clear':
        this.screen.clear()
        return this.draw()
      case 'complete':
        return void this.complete()
      case 'entered':
        this.screen.write('\r\n')
        if (event.line.trim() === '') return this.draw()
        return void this.run(event.line)
      case 'nothing':
    }
  }

  private async run(line: string) {
    this.isRunning = true
    try {
      const answer = await this.connection.run(line)
      if (answer.clear) this.screen.clear()
      this.screen.write(lines(answer.output))
      if (answer.output !== '' && !answer.output.endsWith('\n')) this.screen.write('\r\n')
      this.prompt = answer.prompt
      this.events.onOutput?.(answer.output)
      this.events.onAnswer?.(answer)
    } catch (failure) {
      this.waiting = []
      this.screen.write(`\u001b[31m${lines(errorMessage(failure))}${PLAIN}\r\n`)
      this.events.onFailure?.(failure)
    }
    this.isRunning = false
    this.draw()
    this.work()
  }

  private async complete() {
    const { text, cursor } = this.editor
    this.isRunning = true
    const found = await this.connection.complete(text.slice(0, cursor)).catch(() => null)
    this.isRunning = false
    if (found && !this.editor.complete(found.from, found.words) && found.words.length > 1) {
      this.screen.write(`\r\n${lines(columns(found.words, this.screen.cols))}\r\n`)
      this.draw()
    } else this.redraw()
    this.work()
  }

  private redraw() {
    if (this.row > 0) this.screen.write(`\u001b[${this.row}A`)
    this.screen.write('\r\u001b[J')
    this.draw()
  }

  /** Writes the prompt and the line below everything, and puts the cursor where it belongs. */
  private draw() {
    const { cols } = this.screen
    const { text, cursor, isContinued } = this.editor
    const prompt = isContinued ? '> ' : this.prompt
    const before = widthOf(prompt) + widthOf(text.slice(0, cursor))
    const all = widthOf(prompt) + widthOf(text)
    this.screen.write(`${PROMPT_COLOR}${prompt}${PLAIN}${text}`)
    // A row that is exactly full leaves the cursor on it: the next one begins with the next sign.
    if (all > 0 && all % cols === 0) this.screen.write('\r\n')
    this.row = Math.floor(before / cols)
    const up = Math.floor(all / cols) - this.row
    if (up > 0) this.screen.write(`\u001b[${up}A`)
    this.screen.write(`\r${before % cols > 0 ? `\u001b[${before % cols}C` : ''}`)
  }
}

/** Terminals want a carriage return with each line feed. */
const lines = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** Sentences break between words, as what a command printed does not. */
const wrapped = (text: string, cols: number) =>
  text.replace(new RegExp(`([^\\n]{1,${Math.max(20, cols - 1)}})(?: +|$)`, 'gm'), '$1\n').trimEnd()

/** How many cells a text takes: signs of East Asia and pictures take two. */
export function widthOf(text: string): number {
  let width = 0
  for (const sign of text)
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        sign,
      )
        ? 2
        : /\p{Mn}/u.test(sign)
          ? 0
          : 1
  return width
}

/** Words beside each other, as many as fit. */
function columns(words: readonly string[], cols: number): string {
  const width = Math.max(...words.map((word) => word.length)) + 2
  const perRow = Math.max(1, Math.floor(cols / width))
  const rows: string[] = []
  for (let at = 0; at < words.length; at += perRow)
    rows.push(
      words
        .slice(at, at + perRow)
        .map((word) => word.padEnd(width))
        .join('')
        .trimEnd(),
    )
  return rows.join('\n')
}
