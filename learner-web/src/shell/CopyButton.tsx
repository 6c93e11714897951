import { Button } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { toasts } from './toasts.ts'

interface Props {
  text: string
  /** Accessible name; should say what is copied. */
  label: string
  size?: 'normal' | 'small'
  children?: string
}

export function CopyButton({ text, label, size = 'small', children }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toasts.show({
        type: 'warning',
        content: 'Your browser did not let us copy. Please select the text and copy it yourself.',
      })
    }
  }
  return (
    <Button size={size} variant={children ? 'plain' : 'quiet'} onClick={copy} aria-label={label}>
      <Icon name={copied ? 'check' : 'copy'} size={18} />
      {children && (copied ? 'Copied' : children)}
      <span className="visually-hidden" role="status">
        {copied && 'Copied'}
      </span>
    </Button>
  )
}
