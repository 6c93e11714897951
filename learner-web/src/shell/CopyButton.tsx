import { Button } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import * as t from '../messages/en/shell.ts'
import { toasts } from './toasts.ts'

/** Copies a text. Shows a notification and returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toasts.show({ type: 'warning', content: t.couldNotCopy })
    return false
  }
}

interface Props {
  text: string
  /** Accessible name; should say what is copied. */
  label: string
  size?: 'normal' | 'small'
  children?: string
}

export function CopyButton({ text, label, size = 'small', children }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
  return (
    <Button size={size} variant={children ? 'plain' : 'quiet'} onClick={() => void copy()} aria-label={label}>
      <Icon name={copied ? 'check' : 'copy'} size={18} />
      {children && (copied ? t.copied : children)}
      <span className="visually-hidden" role="status">
        {copied && t.copied}
      </span>
    </Button>
  )
}
