import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import * as t from '../../messages/en/lab-shell.ts'
import type { ShellConnection, ShellEvents } from './connection.ts'
import { commonStart, isOpen } from './line-editor.ts'
import styles from './Shell.module.css'
import type { TerminalHandle } from './Terminal.tsx'

interface Entry {
  id: number
  line: string | null
  output: string
  exit: number
}

interface Props extends ShellEvents {
  connection: ShellConnection
  ref?: Ref<TerminalHandle>
}

/** Accessible shell without a terminal: a line input, and a log as a polite live region. The Tab key keeps its default. */
export function PlainShell({ connection, onOutput, onAnswer, onFailure, ref }: Props) {
  const { shell } = connection
  const [line, setLine] = useState('')
  const [entries, setEntries] = useState<Entry[]>([{ id: 0, line: null, output: shell.banner, exit: 0 }])
  const [history, setHistory] = useState(shell.history)
  const [recalled, setRecalled] = useState<number | null>(null)
  const [prompt, setPrompt] = useState(shell.prompt)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<string[]>([])
  const input = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const log = useRef<HTMLDivElement>(null)
  const newest = entries.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new entry.
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [newest])

  const add = (entry: Omit<Entry, 'id'>) =>
    setEntries((known) => [...known.slice(-200), { ...entry, id: (known.at(-1)?.id ?? 0) + 1 }])

  const run = async (typed: string) => {
    setBusy(true)
    setFound([])
    try {
      for (const command of commandsOf(typed)) {
        const answer = await connection.run(command)
        if (answer.clear) setEntries([])
        add({ line: command, output: answer.output, exit: answer.exit })
        setPrompt(answer.prompt)
        setHistory((known) => (known.at(-1) === command ? known : [...known, command]))
        onOutput(answer.output)
        onAnswer(answer)
      }
      setLine('')
    } catch (failure) {
      add({ line: typed, output: errorMessage(failure), exit: 1 })
      onFailure(failure)
    }
    setRecalled(null)
    setBusy(false)
    input.current?.focus()
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (line.trim() !== '' && !isBusy) void run(line)
  }
  const complete = async () => {
    const cursor = input.current?.selectionStart ?? line.length
    const { from, words } = await connection.complete(line.slice(0, cursor)).catch(() => ({ from: 0, words: [] }))
    const word = words.length === 1 ? `${words[0]} ` : commonStart(words)
    if (word.length > cursor - from) setLine(line.slice(0, from) + word + line.slice(cursor))
    setFound(words.length === 1 ? [] : words.length === 0 ? [t.noCompletions] : words)
    input.current?.focus()
  }
  const recall = (step: -1 | 1) => {
    const next = (recalled ?? history.length) + step
    if (next < 0 || next > history.length) return
    setRecalled(next)
    setLine(history[next] ?? '')
  }
  const insert = (text: string) => {
    const at = input.current?.selectionStart ?? line.length
    setLine(line.slice(0, at) + text + line.slice(input.current?.selectionEnd ?? at))
  }
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !isOpen(line)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'ArrowUp' && !line.includes('\n')) {
      event.preventDefault()
      recall(-1)
    } else if (event.key === 'ArrowDown' && !line.includes('\n')) {
      event.preventDefault()
      recall(1)
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      void complete()
    }
  }
  useImperativeHandle(ref, () => ({
    send(data) {
      if (data === '\t') void complete()
      else if (data === '\u001b[A') recall(-1)
      else if (data === '\u001b[B') recall(1)
      else if (data === '\u0003' || data === '\u0015') setLine('')
      else if (data === '\u000c') setEntries([])
      else insert(data)
      input.current?.focus()
    },
    focus: () => input.current?.focus(),
    selection: () => getSelection()?.toString() ?? '',
  }))

  return (
    <div className={styles.plain} data-sentry-block>
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-label={t.shellOutput}
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        {entries.map(({ id, line: command, output, exit }) => (
          <div key={id}>
            {command !== null && (
              <p className={styles.command}>
                {t.commandRun({
                  command,
                  hidden: (children) => <span className="visually-hidden">{children}</span>,
                })}
              </p>
            )}
            <pre>{output || (exit === 0 ? t.doneNoOutput : '')}</pre>
            {exit !== 0 && <p className="small muted">{t.exitCode({ code: exit })}</p>}
          </div>
        ))}
      </div>
      <form onSubmit={submit} className={styles.entry}>
        <label>
          <span>
            {t.command({
              prompt: prompt.trim(),
              muted: (children) => <span className="muted mono small">{children}</span>,
            })}
          </span>
          <textarea
            ref={input}
            dir="ltr"
            rows={Math.min(8, line.split('\n').length)}
            value={line}
            onChange={(event) => setLine(event.currentTarget.value)}
            onKeyDown={keyDown}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={hint}
          />
        </label>
        <div className="row">
          <Button type="submit" variant="primary" size="small" busy={isBusy}>
            {t.run}
          </Button>
          <Button size="small" onClick={() => void complete()}>
            {t.complete}
          </Button>
        </div>
      </form>
      <p id={hint} className="small muted">
        {t.commandHint}
      </p>
      <p role="status" className="small mono">
        {found.length > 0 && found.slice(0, 40).join('  ')}
      </p>
    </div>
  )
}

/** Splits pasted text into commands, one per line unless a quote spans several lines. */
export function commandsOf(typed: string): string[] {
  const commands: string[] = []
  let begun = ''
  for (const line of typed.replace(/\r\n?/g, '\n').split('\n')) {
    begun = begun === '' ? line : `${begun}\n${line}`
    if (isOpen(begun)) continue
    if (begun.trim() !== '') commands.push(begun)
    begun = ''
  }
  return begun.trim() === '' ? commands : [...commands, begun]
}
