import type { ShellFile } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { saveFile } from '@flagyard/ui/save-file'
import { useAtom } from 'jotai'
import { type ReactNode, Suspense, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/lab-shell.ts'
import { copyText } from '../../shell/CopyButton.tsx'
import { showSuccess, toasts } from '../../shell/toasts.ts'
import type { ShellConnection } from './connection.ts'
import { PlainShell } from './PlainShell.tsx'
import styles from './Shell.module.css'
import { shellModeAtom } from './shell-mode.ts'
import type { TerminalHandle } from './Terminal.tsx'

const LazyTerminal = lazyScreen(() => import('./Terminal.tsx'))

interface Props {
  connection: ShellConnection
  title?: string
  /** Shown next to the heading. */
  aside?: ReactNode
  /** Called when the environment may have ended, so that it is refetched. */
  onFailure?(): void
}

export function ShellBox({ connection, title = t.shell, aside, onFailure }: Props) {
  const [mode, setMode] = useAtom(shellModeAtom)
  const [files, setFiles] = useState<ShellFile[]>(connection.shell.files)
  const [control, setControl] = useState(false)
  const output = useRef('')
  const terminal = useRef<TerminalHandle>(null)
  const leave = useId()
  const box = useRef<HTMLElement>(null)
  const isFull = useFullscreen() === box.current && box.current !== null
  const toggleFull = () => (isFull ? document.exitFullscreen() : box.current?.requestFullscreen())
  const send = (data: string) => {
    terminal.current?.send(control ? controlled(data) : data)
    setControl(false)
    terminal.current?.focus()
  }
  const copy = async () => {
    if (await copyText(terminal.current?.selection() || output.current)) showSuccess(t.copied)
  }
  const paste = async () => {
    try {
      send(await navigator.clipboard.readText())
    } catch {
      toasts.show({ type: 'info', content: t.couldNotPaste })
      terminal.current?.focus()
    }
  }
  const shared = {
    connection,
    ref: terminal,
    onOutput: (text: string) => {
      output.current = text
    },
    onAnswer: (answer: { files: ShellFile[] }) => setFiles(answer.files),
    onFailure: () => onFailure?.(),
  }
  return (
    <section ref={box} className={classNames(styles.shell, styles.box)} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
        <div className={styles.tools}>
          <Button size="small" variant="quiet" onClick={() => void copy()}>
            {t.copy}
          </Button>
          <Button size="small" variant="quiet" onClick={() => void paste()}>
            {t.paste}
          </Button>
          {document.fullscreenEnabled && (
            <Button size="small" variant="quiet" onClick={() => void toggleFull()}>
              {isFull ? t.leaveFullScreen : t.fullScreen}
            </Button>
          )}
        </div>
      </div>
      {mode === 'plain' ? (
        <PlainShell {...shared} />
      ) : (
        <ScreenBoundary>
          <Suspense fallback={<ShellIsLoading />}>
            <LazyTerminal
              {...shared}
              describedBy={leave}
              onInput={(data: string) => {
                if (!control) return data
                setControl(false)
                return controlled(data)
              }}
            />
          </Suspense>
        </ScreenBoundary>
      )}
      <KeyRow
        control={control}
        onControl={setControl}
        onKey={send}
        tabLabel={mode === 'plain' ? t.completeWord : t.tabToCompleteWord}
      />
      <div className={styles.foot}>
        {mode === 'terminal' && (
          <p id={leave} className="tiny muted">
            {t.leaveByKeyboard}
          </p>
        )}
        <label className={styles.mode}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={mode === 'plain'}
            checked={mode === 'plain'}
            onChange={(event) => setMode(event.currentTarget.checked ? 'plain' : 'terminal')}
          />
          {t.screenReaderMode}
        </label>
      </div>
      {files.length > 0 && <Files files={files} download={connection.download} />}
    </section>
  )
}

const useFullscreen = () =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('fullscreenchange', changed)
      return () => removeEventListener('fullscreenchange', changed)
    },
    () => document.fullscreenElement,
  )

function Files({ files, download }: { files: ShellFile[]; download: ShellConnection['download'] }) {
  const { run, pendingName, error } = useAction()
  return (
    <details className={styles.files}>
      <summary>{t.filesInShell({ count: files.length })}</summary>
      <ul>
        {files.map(({ path, bytes }) => (
          <li key={path}>
            <span className="mono">{path}</span> <span className="muted tiny">{t.fileSize({ bytes })}</span>
            {download && (
              <Button
                size="small"
                aria-label={t.downloadFile({ path })}
                busy={pendingName === path}
                onClick={() =>
                  void run(async () => saveFile(await download(path), path.split('/').at(-1) || 'file'), path)
                }
              >
                {t.download}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="tiny muted">{t.filesNote}</p>
      <FormError>{error}</FormError>
    </details>
  )
}

export const ShellIsLoading = () => <Loading what={t.shellNoun} />

const signs = ['|', '-', '/', '~', '$', '"', "'", '{', '}', '[', ']', '>', '*', '=']

interface KeyRowProps {
  /** True if the control key is held for the next letter. */
  control: boolean
  onControl(held: boolean): void
  onKey(data: string): void
  /** Accessible name of the tab key: the plain shell has no other completion key. */
  tabLabel: string
}

/** Keys that shells need and phone keyboards lack. */
function KeyRow({ control, onControl, onKey, tabLabel }: KeyRowProps) {
  // Preserves the focus, so that the on-screen keyboard stays open.
  const keep = (event: { preventDefault(): void }) => event.preventDefault()
  const named = [
    [tabLabel, 'tab', '\t'],
    [t.previousLine, '↑', '\u001b[A'],
    [t.nextLine, '↓', '\u001b[B'],
  ] as const
  return (
    <fieldset className={styles.keys} aria-label={t.shellKeys}>
      {named.map(([label, sign, data]) => (
        <button key={label} type="button" onPointerDown={keep} aria-label={label} onClick={() => onKey(data)}>
          {sign}
        </button>
      ))}
      <button
        type="button"
        onPointerDown={keep}
        aria-label={t.controlKey}
        aria-pressed={control}
        onClick={() => onControl(!control)}
      >
        {t.controlKeyLabel}
      </button>
      {signs.map((sign) => (
        <button key={sign} type="button" onPointerDown={keep} onClick={() => onKey(sign)}>
          {sign}
        </button>
      ))}
    </fieldset>
  )
}

/** Control character of a letter; other input is unchanged. */
const controlled = (data: string): string =>
  /^[a-z]$/i.test(data) ? String.fromCharCode(data.toUpperCase().charCodeAt(0) - 64) : data
