import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import styles from '../components.module.css'
import { ChunkLoadError } from './lazyScreen.tsx'
import { hasUnsavedInput, keepUnsavedInput } from './page-state.ts'

interface Props {
  children: ReactNode
  /** A change of this value, such as the address of the next screen, clears the error. */
  resetKey?: string
  /** For secondary content: on failure, nothing is shown and nothing reloads. */
  silent?: boolean
  onError?: (error: unknown) => void
  reload?: () => void
}

/**
 * Shows an error instead of a failed screen. A missing chunk usually means that a new version was released while the tab was open. The page then
 * reloads automatically, once per chunk and only if no form has unsent input; otherwise it offers a reload. When the connection comes back, it
 * reloads under the same condition.
 */
export class ScreenBoundary extends Component<Props, { error: unknown; shownFor: string | undefined }> {
  override state = { error: null as unknown, shownFor: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: { error: unknown; shownFor: string | undefined }) {
    return props.resetKey === state.shownFor ? null : { error: null, shownFor: props.resetKey }
  }

  override componentDidMount() {
    addEventListener('online', this.reloadOnline)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.reloadOnline)
  }

  override componentDidCatch(error: unknown, _info: ErrorInfo) {
    this.props.onError?.(error)
    if (this.props.silent) return
    if (error instanceof ChunkLoadError && error.reason === 'missing' && !hasUnsavedInput() && isFirstReloadFor(error))
      this.reload()
  }

  override render() {
    if (this.state.error === null) return this.props.children
    if (this.props.silent) return null
    return (
      <div className={styles.notice} role="alert">
        <h2 className={styles.screenTitle}>{titleOf(this.state.error)}</h2>
        <p>{adviceOf(this.state.error)}</p>
        <Button variant="primary" onClick={this.reload}>
          Reload
        </Button>
      </div>
    )
  }

  private reloadOnline = () => {
    const { error } = this.state
    if (error instanceof ChunkLoadError && !this.props.silent && !hasUnsavedInput()) this.reload()
  }

  private reload = () => {
    keepUnsavedInput()
    if (this.props.reload) this.props.reload()
    else location.reload()
  }
}

const RELOADED_KEY = 'reloaded_for'

/** True the first time a chunk is missing in this tab. Always false without session storage, to avoid an endless reload. */
function isFirstReloadFor(error: ChunkLoadError): boolean {
  try {
    const reloadedFor = JSON.parse(sessionStorage.getItem(RELOADED_KEY) ?? '[]') as string[]
    if (reloadedFor.includes(error.message)) return false
    sessionStorage.setItem(RELOADED_KEY, JSON.stringify([...reloadedFor, error.message]))
    return true
  } catch {
    return false
  }
}

function titleOf(error: unknown): string {
  if (!(error instanceof ChunkLoadError)) return 'Something went wrong on this page'
  return error.reason === 'timeout' ? 'This page is taking too long to load' : 'This page could not be loaded'
}

function adviceOf(error: unknown): string {
  const reload = hasUnsavedInput()
    ? 'Reload to continue. What you typed on this page is saved, except passwords and files.'
    : 'Reload to continue.'
  if (!(error instanceof ChunkLoadError)) return `It is our fault, not yours. ${reload}`
  return error.reason === 'timeout'
    ? `Your connection seems slow. ${reload}`
    : `We have probably just released a new version, or your connection is down. ${reload}`
}
