import { type ReactNode, useRef, useState } from 'react'
import styles from './Markdown.module.css'

/** A code block with a copy button. If the browser refuses to copy, the code is selected so that the reader can copy it manually. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const block = useRef<HTMLPreElement>(null)
  const [state, setState] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    const pre = block.current
    if (!pre) return
    try {
      await navigator.clipboard.writeText(pre.textContent?.trimEnd() ?? '')
      setState('copied')
    } catch {
      getSelection()?.selectAllChildren(pre)
      setState('selected')
    }
  }
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre ref={block} tabIndex={0}>
        {children}
      </pre>
      <button type="button" className={styles.copy} onClick={() => void copy()} onBlur={() => setState(null)}>
        {state === 'copied' ? 'Copied' : state === 'selected' ? 'Selected' : 'Copy'}
        <span className="visually-hidden"> code</span>
      </button>
      <span className="visually-hidden" role="status">
        {state === 'copied'
          ? 'The code is copied.'
          : state === 'selected'
            ? 'The code is selected: copy it yourself.'
            : ''}
      </span>
    </div>
  )
}
