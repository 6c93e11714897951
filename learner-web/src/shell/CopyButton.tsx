import { Button } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { toasts } from './toasts.ts'

/** Puts a text into the clipboard and says so. `label` names what is copied for those who do not see it. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toasts.show({ type: 'warning', content: 'Your browser did not let us copy. Please mark the text and copy it.' })
    }
  }
  return (
    <Button size="small" variant={children ? 'plain' : 'quiet'} onClick={copy} aria-label={label}>
      <Icon name={copied ? 'check' : 'copy'} size={18} />
      {children && (copied ? 'Copied' : children)}
      <span className="visually-hidden" role="status">
        {copied && 'Copied'}
      </span>
    </Button>
  )
}
