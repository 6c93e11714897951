import { themeAtom } from '@flagyard/ui/theme'
import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal as Xterm } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { getDefaultStore } from 'jotai/vanilla'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import * as t from '../../messages/en/lab-shell.ts'
import { copyText } from '../../shell/CopyButton.tsx'
import type { ShellConnection, ShellEvents } from './connection.ts'
import styles from './Shell.module.css'
import { TerminalSession } from './terminal-session.ts'

export interface TerminalHandle {
  /** Sends data like typed input. */
  send(data: string): void
  focus(): void
  /** The selected text, or an empty string. */
  selection(): string
}

interface Props extends ShellEvents {
  connection: ShellConnection
  /** ID of the text that explains how to leave the terminal by keyboard. */
  describedBy: string
  /** Transforms typed input, for the control key in the row of keys. */
  onInput?(data: string): string
  ref?: Ref<TerminalHandle>
}

/** A terminal connected to a shell. This file and xterm.js are loaded with the first lab that has a shell. */
export default function Terminal({ ref, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<{ terminal: Xterm; session: TerminalSession } | null>(null)
  const current = useRef(props)
  current.current = props
  const { connection, describedBy } = props

  useImperativeHandle(ref, () => ({
    send: (data) => opened.current?.session.take(data),
    focus: () => opened.current?.terminal.focus(),
    selection: () => opened.current?.terminal.getSelection() ?? '',
  }))

  useEffect(() => {
    const element = place.current
    if (!element) return
    const terminal = new Xterm({
      fontFamily: getComputedStyle(element).getPropertyValue('--mono') || 'monospace',
      fontSize: 14,
      lineHeight: 1.25,
      cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      scrollback: 5000,
      minimumContrastRatio: 4.5,
      theme: themeOf(element),
    })
    const fit = new FitAddon()
    terminal.loadAddon(fit)
    terminal.open(element)
    fit.fit()
    terminal.textarea?.setAttribute('aria-label', t.shell)
    terminal.textarea?.setAttribute('aria-describedby', describedBy)
    const screen = {
      get cols() {
        return terminal.cols
      },
      write: (text: string) => terminal.write(text),
      clear: () => terminal.write('\u001b[H\u001b[2J\u001b[3J'),
    }
    const session = new TerminalSession(screen, connection, {
      onOutput: (output) => current.current.onOutput(output),
      onAnswer: (answer) => current.current.onAnswer(answer),
      onFailure: (failure) => current.current.onFailure(failure),
    })
    opened.current = { terminal, session }
    terminal.attachCustomKeyEventHandler(leavesByTab(terminal))
    terminal.onData((data) => session.take(current.current.onInput?.(data) ?? data))
    session.begin()
    const observer = new ResizeObserver(() => {
      const { cols } = terminal
      fit.fit()
      if (terminal.cols !== cols) session.resized()
    })
    observer.observe(element)
    // The theme's CSS variables are available after the page has applied it.
    const stopTheme = getDefaultStore().sub(themeAtom, () =>
      requestAnimationFrame(() => {
        terminal.options.theme = themeOf(element)
      }),
    )
    return () => {
      stopTheme()
      observer.disconnect()
      opened.current = null
      terminal.dispose()
    }
  }, [connection, describedBy])

  return <div ref={place} className={styles.terminal} data-sentry-block />
}

/**
 * Tab completes; after Escape it leaves the terminal, and Shift Tab always does. Ctrl-C copies if text is selected. Returns false for keys
 * that are left to the browser.
 */
function leavesByTab(terminal: Xterm) {
  let leaving = false
  return (event: KeyboardEvent): boolean => {
    if (event.type !== 'keydown') return true
    if (event.key === 'Tab' && (leaving || event.shiftKey)) {
      leaving = false
      return false
    }
    if (event.key === 'Escape') {
      leaving = true
      return false
    }
    // Ctrl-K deletes to the end of the line here. After Escape it is the page's shortcut for flags again.
    if (leaving && event.ctrlKey && event.key.toLowerCase() === 'k') return false
    if (!['Shift', 'Control', 'Meta'].includes(event.key)) leaving = false
    const isCopy = event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && terminal.hasSelection()
    if (isCopy) {
      void copyText(terminal.getSelection())
      terminal.clearSelection()
      event.preventDefault()
      return false
    }
    // Pasting is left to the browser.
    return !(event.key.toLowerCase() === 'v' && (event.ctrlKey || event.metaKey))
  }
}

function themeOf(element: Element): ITheme {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    background: color('--sunken'),
    foreground: color('--ink'),
    cursor: color('--ink'),
    cursorAccent: color('--sunken'),
    selectionBackground: color('--info-soft'),
    selectionForeground: color('--ink'),
    green: color('--good'),
    brightGreen: color('--good'),
    red: color('--signal'),
    brightRed: color('--signal'),
  }
}
